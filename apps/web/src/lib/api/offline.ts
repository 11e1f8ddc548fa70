import { create } from 'zustand';

/**
 * Whether the browser says that it is offline, and the server is indeed not reached: it may run on this machine, about which
 * the browser's word says nothing.
 */
export const useOffline = create<boolean>(() => false);
