import { create } from 'zustand';

/** Whether the server no longer knows this browser's session; polling stops until someone signs in again. */
export const useSessionEnded = create<boolean>(() => false);

export const isSessionEnded = useSessionEnded.getState;
export const markSessionEnded = () => useSessionEnded.setState(true);
export const clearSessionEnded = () => useSessionEnded.setState(false);
