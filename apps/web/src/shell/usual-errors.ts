import { UsualError } from './stackless-errors.ts';

globalThis.Error = UsualError;
