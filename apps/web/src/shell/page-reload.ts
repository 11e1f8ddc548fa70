import { createContext, useContext } from 'react';

/** How the page is started anew; tests put their own in its place. */
export const PageReload = createContext<() => void>(() => window.location.reload());

export const usePageReload = () => useContext(PageReload);
