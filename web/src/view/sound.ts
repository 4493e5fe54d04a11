/** Three short sounds, synthesised, and a touch of vibration. Never the only sign of anything. */

import type { Settings } from '../state/settings';

/** A card laid down, cards turned up together, a move that failed. */
export type SoundName = 'card' | 'spit' | 'miss';

type Voice = {
  /** Loudness, 0 to 1. */
  readonly gain: number;
  /** Where the noise band starts and how long it rings. */
  readonly hz: number;
  readonly ms: number;
  /** The body of the sound: a sine falling from the first to the second. */
  readonly body: readonly [number, number];
};

const VOICES: Record<SoundName, Voice> = {
  card: { gain: 0.55, hz: 1700, ms: 45, body: [170, 70] },
  spit: { gain: 0.65, hz: 900, ms: 85, body: [120, 55] },
  miss: { gain: 0.3, hz: 420, ms: 70, body: [95, 60] },
};
const SILENT = 0.001;

export class Sounds {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  readonly #settings: () => Settings;

  constructor(settings: () => Settings) {
    this.#settings = settings;
  }

  /** Browsers let sound start only within a touch or key: call this from one. */
  wake(): void {
    if (typeof AudioContext === 'undefined') return;
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  /** Plays a sound; `pan` is -1 (left) to 1, `strength` 0 to 1. */
  play(name: SoundName, pan = 0, strength = 1): void {
    const { sound, volume } = this.#settings();
    const context = this.#context;
    if (!sound || volume === 0 || context?.state !== 'running') return;
    // After the picture: making the nodes takes longer than drawing the move.
    setTimeout(() => this.#sound(context, VOICES[name], pan, volume * strength));
  }

  /** A short buzz where the device has it. */
  buzz(pattern: number | number[]): void {
    if (this.#settings().vibration) navigator.vibrate?.(pattern);
  }

  #sound(context: AudioContext, voice: Voice, pan: number, loudness: number): void {
    const start = context.currentTime;
    const end = start + voice.ms / 1000;
    const place = new StereoPannerNode(context, { pan });
    place.connect(context.destination);

    const hiss = new AudioBufferSourceNode(context, { buffer: this.#hiss(context) });
    const band = new BiquadFilterNode(context, { type: 'bandpass', Q: 0.9 });
    band.frequency.setValueAtTime(voice.hz, start);
    band.frequency.exponentialRampToValueAtTime(voice.hz / 2.5, end);
    hiss
      .connect(band)
      .connect(fading(context, voice.gain * loudness, end))
      .connect(place);
    hiss.start(start);
    hiss.stop(end);

    const body = new OscillatorNode(context);
    body.frequency.setValueAtTime(voice.body[0], start);
    body.frequency.exponentialRampToValueAtTime(voice.body[1], end);
    body.connect(fading(context, voice.gain * loudness * 0.6, end + 0.02)).connect(place);
    body.start(start);
    body.stop(end + 0.03);
  }

  #hiss(context: AudioContext): AudioBuffer {
    if (this.#noise) return this.#noise;
    const buffer = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    this.#noise = buffer;
    return buffer;
  }
}

/** A gain that fades from `from` to silence at `end`. */
function fading(context: AudioContext, from: number, end: number): GainNode {
  const gain = new GainNode(context);
  gain.gain.setValueAtTime(Math.max(SILENT, from), context.currentTime);
  gain.gain.exponentialRampToValueAtTime(SILENT, end);
  return gain;
}
