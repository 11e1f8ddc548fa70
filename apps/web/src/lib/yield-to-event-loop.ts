/** Resolves in a task of its own, so that the page answers between two parts of long work. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve));
