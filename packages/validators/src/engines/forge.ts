import type { EngineDescriptor } from './descriptor.ts';

export const forge: EngineDescriptor = {
	name: 'Built-in forge',
	shortLabel: 'Built-in forge',
	inText: 'the built-in forge',
	label: 'Built-in forge (free, no key)',
	summary: 'Drawn by this server in seconds',
	withoutKey: 'The built-in forge needs no key.',
	service: null,
	capabilities: { references: 0, seeds: true, variations: true, sizesPx: [1_024], transparency: false },
};
