import { createContext, useContext } from 'react';

/** How the page is started anew; tests put their own in its place. */
export const PageReloadContext = createContext<() => void>(() => window.location.reload());

export const usePageReload = () => useContext(PageReloadContext);
