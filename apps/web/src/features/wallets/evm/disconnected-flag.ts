import { readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';

const key = 'adx_wallet_off';

/** Whether somebody pressed 'Disconnect' last: then no wallet connects by itself, though it still would show its accounts. */
export const isDisconnectedByUser = (): boolean => readLocal(key) !== null;
export const storeDisconnected = (): void => writeLocal(key, 'true');
export const clearDisconnected = (): void => removeLocal(key);
