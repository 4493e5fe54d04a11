// @vitest-environment happy-dom
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TableView } from '../../src/protocol.gen';
import { row, viewOf } from '../fake-server';
import { SCENES } from '../scenes';
import { openPage, type Page, pointer, tap } from './page';

let page: Page;

afterEach(() => {
  page.close();
});

async function open(change: Partial<TableView> = {}): Promise<void> {
  page = await openPage(viewOf(change), '/t/t1', ['s', 'p']);
}

const stock = (seat: number, slot: number) =>
  page.find(`[data-half="${seat}"] [data-pile="stock-${slot}"]`);
const pile = (seat: number, spit: number) => page.find(`[data-spit="${spit}"][data-for="${seat}"]`);
const button = (seat: number, action: string) =>
  page.find<HTMLButtonElement>(`[data-half="${seat}"] [data-action="${action}"]`);
const sent = () =>
  page.server.received.flatMap((message) =>
    'seat' in message ? [`${message.type} ${message.seat}`] : [],
  );
function at(type: string, element: HTMLElement, id: number): void {
  const { x, y, width, height } = element.getBoundingClientRect();
  element.dispatchEvent(pointer(type, x + width / 2, y + height / 2, id));
}
const down = (element: HTMLElement, id: number) => at('pointerdown', element, id);
const lift = (element: HTMLElement, id: number) => at('pointerup', element, id);
function key(code: string): void {
  const init = { code, key: code.slice(-1).toLowerCase(), bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent('keydown', init));
}
async function faceToFace(): Promise<void> {
  if (page.find('main').dataset.way === 'beside') page.find('[data-action="way"]').click();
  await vi.waitFor(() => expect(page.find('main').dataset.way).toBe('face'));
}

describe('two people’s pointers', () => {
  test('both play at the same time, each his own cards', async () => {
    await open();
    down(stock(0, 4), 1);
    down(stock(1, 0), 2);
    lift(stock(1, 0), 2);
    lift(stock(0, 4), 1);
    expect(sent()).toEqual(['play 1', 'play 0']);
  });

  test('both drag at the same time, and the first touch plays', async () => {
    await open();
    const six = page.card('6h');
    down(stock(0, 4), 1);
    down(stock(1, 0), 2);
    stock(0, 4).dispatchEvent(pointer('pointermove', 310, 480, 1));
    stock(1, 0).dispatchEvent(pointer('pointermove', 45, 90, 2));
    await tick();
    expect(six.className).toContain('carried');
    expect(page.card('9c').className).toContain('carried');
    stock(0, 4).dispatchEvent(pointer('pointermove', 240, 350, 1));
    await tick();
    expect(page.card('9c').className).toContain('carried');
    stock(1, 0).dispatchEvent(pointer('pointermove', 60, 250, 2));
    expect(sent()).toEqual(['play 0', 'play 1']);
  });

  test('the second pointer of one person does nothing, whatever it touches (R4.2)', async () => {
    await open(SCENES.stuck?.view);
    down(stock(0, 0), 1);
    for (const element of [stock(0, 3), pile(0, 1), button(0, 'spit')]) {
      down(element, 2);
      lift(element, 2);
    }
    expect(sent()).toEqual([]);
    down(button(1, 'spit'), 3);
    expect(sent()).toEqual(['spit 1']);
  });

  test('a pointer that went down in one half is that one’s wherever it goes', async () => {
    await open();
    down(stock(0, 4), 1);
    stock(0, 4).dispatchEvent(pointer('pointermove', 320, 60, 1));
    tap(stock(0, 3), 2);
    tap(stock(1, 0), 3);
    stock(0, 4).dispatchEvent(pointer('pointerup', 320, 60, 1));
    expect(sent()).toEqual(['play 1']);
    tap(stock(0, 4), 4);
    expect(sent()).toEqual(['play 1', 'play 0']);
  });

  test('a touch on a pile is that of whose side it is on', async () => {
    await open(SCENES.slap?.view);
    down(pile(1, 0), 1);
    down(pile(0, 0), 2);
    expect(sent()).toEqual(['slap 1', 'slap 0']);
    page.close();
    await open(SCENES.stuck?.view);
    down(pile(1, 0), 1);
    down(pile(0, 1), 2);
    expect(page.server.received.slice(-2)).toEqual([
      expect.objectContaining({ type: 'spit', seat: 1, pile: 0 }),
      expect.objectContaining({ type: 'spit', seat: 0, pile: 1 }),
    ]);
  });

  test('a button answers a finger while the other person’s is down', async () => {
    await open();
    down(stock(0, 0), 1);
    const init = { bubbles: true, pointerId: 2, pointerType: 'touch', clientX: 5, clientY: 5 };
    button(1, 'pause').dispatchEvent(new PointerEvent('pointerdown', init));
    button(1, 'pause').dispatchEvent(new PointerEvent('pointerup', init));
    button(1, 'pause').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(sent()).toEqual(['pause 1']);
  });
});

describe('two sets of keys', () => {
  test('each plays with his own', async () => {
    await open();
    key('KeyY');
    key('KeyT');
    key('KeyK');
    key('KeyD');
    expect(page.server.received.slice(-2)).toEqual([
      expect.objectContaining({ type: 'play', seat: 1, card: '9c', pile: 0 }),
      expect.objectContaining({ type: 'play', seat: 0, card: '6h', pile: 1 }),
    ]);
  });

  test('each says "spit" and slaps with his own', async () => {
    await open(SCENES.stuck?.view);
    key('Semicolon');
    key('KeyA');
    expect(sent()).toEqual(['spit 1', 'spit 0']);
    page.close();
    await open(SCENES.slap?.view);
    key('KeyL');
    expect(page.server.received.at(-1)).toMatchObject({ type: 'slap', seat: 1, pile: 1 });
  });

  test('who sees the table turned has his left pile on his left', async () => {
    await open(SCENES.slap?.view);
    await faceToFace();
    key('KeyL');
    expect(page.server.received.at(-1)).toMatchObject({ type: 'slap', seat: 1, pile: 0 });
    key('KeyD');
    expect(page.server.received.at(-1)).toMatchObject({ type: 'slap', seat: 0, pile: 1 });
  });

  test('they are shown, and can be switched off', async () => {
    await open();
    expect(stock(1, 0).getAttribute('aria-keyshortcuts')).toBe('Y');
    expect(pile(0, 0).textContent).toContain('S');
    page.find('[data-action="settings"]').click();
    await vi.waitFor(() => page.find('[name="setting-keys"]'));
    page.find('[name="setting-keys"]').click();
    key('KeyT');
    key('KeyD');
    expect(sent()).toEqual([]);
  });
});

describe('words for each', () => {
  test('a misplay makes that one’s hand wait, and tells him alone', async () => {
    await open();
    tap(stock(1, 1));
    await vi.waitFor(() => page.find('[data-words="1"] [data-toast]'));
    expect(page.all('[data-words="0"] [data-toast]')).toEqual([]);
    page.find('[data-half="1"] .waits');
    expect(page.all('[data-half="0"] .waits')).toEqual([]);
  });

  test('a hint is for whom it concerns', async () => {
    await open(SCENES['ready-said']?.view);
    expect(page.find('[data-words="0"] [data-hint]').textContent).toBe('Waiting for Mina');
    expect(page.find('[data-words="1"] [data-hint]').textContent).toContain('ready');
    expect([button(0, 'spit').disabled, button(1, 'spit').disabled]).toEqual([true, false]);
  });

  test('both have names, and their cards and piles are told apart', async () => {
    await open();
    await faceToFace();
    expect(page.find('[data-half="0"]').getAttribute('aria-label')).toBe('Anna');
    expect(pile(0, 0).getAttribute('aria-label')).toBe(
      'Anna: Left spit pile: 8 of spades, 9 cards',
    );
    expect(pile(1, 0).getAttribute('aria-label')).toBe(
      'Mina: Right spit pile: 8 of spades, 9 cards',
    );
  });

  test('a card that waits to be turned up says so to its owner on either side', async () => {
    await open({ stocks: [row('1'), row('0', '2')] });
    expect(page.all('.at:not(.off) .turn-me').length).toBe(2);
  });
});

describe('around the match', () => {
  test('face to face the result is read from both sides and names the winner', async () => {
    await open();
    await faceToFace();
    page.server.happen({ type: 'match-ended', winner: 1, reason: 'resigned', races: [] });
    await vi.waitFor(() => page.find('[data-veil="result"]'));
    const titles = page.all('[data-veil="result"] h2').map((title) => title.textContent);
    expect(titles).toEqual(['Mina wins', 'Mina wins']);
    expect(page.all('.turned[data-toward="1"]').length).toBe(1);
  });

  test('one tap asks for a rematch for both', async () => {
    await open({ phase: 'over', result: { winner: 0, reason: 'max-rounds', races: [] } });
    page.find('[data-action="rematch"]').click();
    expect(sent()).toEqual(['rematch 0', 'rematch 1']);
  });

  test('a pause of one is ended by either', async () => {
    await open();
    button(1, 'pause').click();
    await vi.waitFor(() => page.find('[data-veil="pause"]'));
    expect(page.find('[data-veil="pause"] p').textContent).toBe('Mina paused the match');
    page.find('[data-action="resume"]').click();
    expect(sent()).toEqual(['pause 1', 'resume 1']);
  });

  test('who resigns is asked, and the other one wins', async () => {
    await open();
    button(1, 'resign').click();
    await vi.waitFor(() => page.find('[data-action="resign-yes"]'));
    expect(page.find('dialog.small').textContent).toContain('Anna wins the match');
    page.find('[data-action="resign-yes"]').click();
    expect(sent()).toEqual(['resign 1']);
  });

  test('nobody claims against who sits beside him', async () => {
    await open({ claimable: 1 });
    expect(page.all('[data-action="claim"]')).toEqual([]);
  });

  test('the way they sit is kept', async () => {
    await open();
    await faceToFace();
    expect(page.shelf.getItem('spit.settings')).toContain('"way":"face"');
  });

  test('a move destroys no element', async () => {
    await open();
    const buttons = page.all('button');
    tap(stock(0, 4));
    tap(stock(1, 0));
    expect(page.all('button')).toEqual(buttons);
  });

  describe.each(['face', 'beside'])('%s', (way) => {
    test.each(Object.entries(SCENES))('the scene "%s" can be shown', async (_name, scene) => {
      page = await openPage(scene.view, '/t/t1', ['s', 'p']);
      if (way === 'face') await faceToFace();
      if (scene.events) page.server.happen(...scene.events);
      expect(page.find('main').dataset.phase).toBe(page.server.view.phase);
    });
  });
});
