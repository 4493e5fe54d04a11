import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyInbound, AnyOutbound, TableView } from '../../src/protocol.gen';
import { follow } from '../../src/state/follow';
import { TableStore } from '../../src/state/table-store';

type Frame = {
  readonly at_ms: number;
  readonly from: 'client' | 'server';
  readonly message: AnyInbound | AnyOutbound;
  readonly view?: TableView;
};

const FOLDER = new URL('../../../tests/golden/frames/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

function framesOf(file: string): readonly Frame[] {
  const recorded = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { frames: Frame[] };
  return recorded.frames;
}

describe('recorded sessions', () => {
  test('there are some', () => {
    expect(FILES.length).toBeGreaterThan(0);
  });

  test.each(FILES)('%s: the view follows the updates as the server holds it', (file) => {
    let held: TableView | null = null;
    for (const { message, view } of framesOf(file)) {
      if (message.type === 'snapshot') held = message.view;
      else if (message.type === 'update') held = held && follow(held, message);
      else continue;
      expect(held).toEqual(view);
    }
  });

  test.each(FILES)('%s: a store that is told them asks for nothing', (file) => {
    const sent: AnyInbound[] = [];
    const store = new TableStore((message) => sent.push(message));
    let last: TableView | undefined;
    for (const frame of framesOf(file)) {
      if (frame.from === 'client') continue;
      store.receive(frame.message as AnyOutbound, frame.at_ms);
      last = frame.view ?? last;
    }
    expect(store.live.confirmed).toEqual(last);
    expect(sent).toEqual([]);
  });
});
