import { planRanked } from '@adx/collection/plan/ranked-plan';
import { expect, test, vi } from 'vitest';
import { createPaintWorkerService } from './paint-worker-service.ts';

test('a picture that fails is null, and said in the console', () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	const { rows } = planRanked(
		{ races: ['elf'], classes: ['bard'], artStyle: 'bold-classic', backgroundType: 'random-all', batchSize: 1 },
		'north',
	);
	const error = new Error('no canvas');
	const service = createPaintWorkerService(() => {
		throw error;
	});
	expect(service.paint(rows[0]!, 64)).toBeNull();
	expect(logged).toHaveBeenCalledWith(expect.any(String), error);
});
