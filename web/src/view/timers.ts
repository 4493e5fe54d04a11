/** Timers by name: setting one again replaces it, and all can be dropped at once. */

export class Timers {
  readonly #running = new Map<string, ReturnType<typeof setTimeout>>();

  has(name: string): boolean {
    return this.#running.has(name);
  }

  set(name: string, ms: number, action: () => void): void {
    this.drop(name);
    const timer = setTimeout(() => {
      this.#running.delete(name);
      action();
    }, ms);
    this.#running.set(name, timer);
  }

  drop(name: string): void {
    clearTimeout(this.#running.get(name));
    this.#running.delete(name);
  }

  clear(): void {
    for (const name of this.#running.keys()) this.drop(name);
  }
}
