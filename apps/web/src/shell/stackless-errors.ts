/**
 * While its module is evaluated, React DOM makes errors that it later compares by identity and whose stacks it never reads.
 * Where developer tools or Lighthouse are attached, V8 looks up where in the source each function of such a stack is: it
 * parses the whole bundle again. Between this module and `usual-errors.ts`, main.tsx evaluates React DOM alone, with errors
 * that have no stack.
 */
export const UsualError = globalThis.Error;

const makeStackless = (message: string) => Object.create(UsualError.prototype, { message: { value: message } });

globalThis.Error = makeStackless as unknown as ErrorConstructor;
