import { readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';

const key = 'adx_wallet_off';

/** Whether somebody pressed 'Disconnect' last: then no wallet connects by itself, though it still would show its accounts. */
export const isSwitchedOff = (): boolean => readLocal(key) !== null;
export const switchOff = (): void => writeLocal(key, 'true');
export const switchOn = (): void => removeLocal(key);
