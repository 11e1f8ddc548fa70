// The packed client has one declaration without imports of the workspace in this file's place (pack/prepack.ts).
export type { AppRouter } from '@adx/api-router/root';
