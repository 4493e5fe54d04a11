/** What the browser keeps for us; without storage it is kept until the page is left. */

/** The part of `Storage` that is used. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A shelf that forgets when the page is left. */
export function memoryShelf(): Shelf {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** The browser's storage where it may be used, with memory behind it. */
export function sturdyShelf(open: () => Shelf): Shelf {
  const memory = memoryShelf();
  const attempt = <T>(action: (shelf: Shelf) => T): T | null => {
    try {
      return action(open());
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => attempt((shelf) => shelf.getItem(key)) ?? memory.getItem(key),
    setItem: (key, value) => {
      memory.setItem(key, value);
      attempt((shelf) => shelf.setItem(key, value));
    },
    removeItem: (key) => {
      memory.removeItem(key);
      attempt((shelf) => shelf.removeItem(key));
    },
  };
}

const SEATS_KEY = 'spit.tables';
const MOST_TABLES = 20;

/** How one came to a seat: it was given, found by pairing, or is at a table open to anybody. */
export type SeatOrigin = 'seat' | 'pairing' | 'listed';

type KeptSeat = {
  readonly table: string;
  readonly secrets: readonly string[];
  readonly origin?: SeatOrigin;
};
type Kept = readonly KeptSeat[];

/** The secrets of the seats held at each table, the newest tables only. */
export class Secrets {
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  of(table: string): readonly string[] {
    return this.#find(table)?.secrets ?? [];
  }

  /** How one came to the seats there. */
  originOf(table: string): SeatOrigin {
    return this.#find(table)?.origin ?? 'seat';
  }

  /** The table joined last, null if there is none. */
  get newest(): string | null {
    return this.#kept()[0]?.table ?? null;
  }

  keep(table: string, secrets: readonly string[], origin: SeatOrigin = 'seat'): void {
    this.#write([{ table, secrets, origin }, ...this.#without(table)]);
  }

  forget(table: string): void {
    this.#write(this.#without(table));
  }

  #find(table: string): KeptSeat | undefined {
    return this.#kept().find((each) => each.table === table);
  }

  #without(table: string): Kept {
    return this.#kept().filter((each) => each.table !== table);
  }

  #write(kept: Kept): void {
    this.#shelf.setItem(SEATS_KEY, JSON.stringify(kept.slice(0, MOST_TABLES)));
  }

  #kept(): Kept {
    try {
      const value: unknown = JSON.parse(this.#shelf.getItem(SEATS_KEY) ?? '[]');
      return Array.isArray(value) ? (value as Kept) : [];
    } catch {
      return [];
    }
  }
}

const GUEST_KEY = 'spit.guest';
const SECRET_BYTES = 32;
const NAME_CHARS = 40;

/** Who plays here: a name, and a secret that is made on the first visit and never shown. */
export class Guest {
  readonly secret: string;
  #name: string;
  readonly #shelf: Shelf;

  /**
   * @param randomBytes Bytes that nobody can guess; it works on a page without a secure context.
   */
  constructor(shelf: Shelf, randomBytes: (count: number) => Uint8Array) {
    this.#shelf = shelf;
    const kept = keptGuest(shelf.getItem(GUEST_KEY));
    this.secret = kept.secret ?? base64url(randomBytes(SECRET_BYTES));
    this.#name = kept.name;
    if (kept.secret === null) this.#write();
  }

  /** As it was typed; empty if none was given. */
  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name.trim().slice(0, NAME_CHARS);
    this.#write();
  }

  #write(): void {
    this.#shelf.setItem(GUEST_KEY, JSON.stringify({ secret: this.secret, name: this.#name }));
  }
}

function keptGuest(kept: string | null): { secret: string | null; name: string } {
  try {
    const { secret, name } = JSON.parse(kept ?? '{}') as { secret?: unknown; name?: unknown };
    return {
      secret: typeof secret === 'string' && /^[\w-]{43}$/.test(secret) ? secret : null,
      name: typeof name === 'string' ? name.slice(0, NAME_CHARS) : '',
    };
  } catch {
    return { secret: null, name: '' };
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
