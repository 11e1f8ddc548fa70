import { createContext, useContext } from 'react';

/** How the page is reloaded; tests replace it. */
export const PageReloadContext = createContext<() => void>(() => window.location.reload());

export const usePageReload = () => useContext(PageReloadContext);
