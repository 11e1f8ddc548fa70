import type { EngineName } from '@adx/validators/engines/engines';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ImageEngine } from '../engines/types.ts';
import { createTestServices, type TestServices } from './services-testing.ts';

/** Stands for what is there only once `beforeAll` has run; nothing of it may be touched before. */
export const lazyProxy = <T extends object>(made: () => T | undefined): T =>
	new Proxy({} as T, { get: (_, name) => Reflect.get(made()!, name) });

/** Services for the tests of the file or block that calls this, with empty tables before each. */
export function useTestServices(engines: Partial<Record<EngineName, ImageEngine>> = {}): Omit<TestServices, 'close'> {
	let services: TestServices | undefined;
	beforeAll(async () => {
		services = await createTestServices(engines);
	});
	beforeEach(() => services?.clear());
	afterAll(() => services?.close());
	return lazyProxy(() => services);
}
