import { z } from 'zod';

/** The caller's own things unless a developer asks for everybody's. */
export const scopeSchema = z.enum(['own', 'all']).default('own');
export type Scope = z.infer<typeof scopeSchema>;
