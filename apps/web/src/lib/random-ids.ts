import { bytesToHex } from '@noble/hashes/utils.js';

const randomHex = (length: number) => bytesToHex(crypto.getRandomValues(new Uint8Array(length / 2)));

/** 16 hex digits. */
export const newSeed = (): string => randomHex(16);

/** 32 hex digits nobody else has; works where `crypto.randomUUID` is kept back. */
export const newId = (): string => randomHex(32);
