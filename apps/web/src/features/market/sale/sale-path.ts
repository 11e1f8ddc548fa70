/** The sale of an address such as '/sale/k3xv…'; null for every other one. */
export const parseSaleId = (path: string): string | null => /^\/sale\/([\w-]{1,100})\/?$/.exec(path)?.[1] ?? null;
