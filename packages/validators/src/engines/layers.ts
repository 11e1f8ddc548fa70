import type { EngineDescriptor } from './descriptor.ts';

export const layers: EngineDescriptor = {
	name: 'Own layers',
	shortLabel: 'Your own layers',
	inText: 'your own layers',
	label: 'Your own layers (free, no key)',
	summary: 'Composed by this server from the pictures you bring',
	withoutKey: 'Your own layers need no key.',
	service: null,
	capabilities: { references: 0, seeds: true, variations: false, sizesPx: [], transparency: true },
};
