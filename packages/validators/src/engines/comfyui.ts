import type { EngineDescriptor, EngineService } from './descriptor.ts';

export const comfyui: EngineDescriptor & { readonly service: EngineService } = {
	name: 'ComfyUI',
	shortLabel: 'ComfyUI',
	inText: 'ComfyUI',
	label: 'ComfyUI (free, no key)',
	summary: 'Painted by your own workflow on a machine of your own',
	withoutKey: 'ComfyUI needs no key.',
	service: {
		provider: 'ComfyUI',
		isPaid: false,
		hasOwnAddress: true,
		takesWorkflow: true,
		key: null,
		billing: '',
		priceList: '',
		spendingCap: null,
		quotaResets: null,
		keyRefused: {
			ended: 'The service asks for a login, which this server does not have.',
			paused: 'The service asks for a login, which this server does not have. Resume once it asks for none.',
		},
		console: null,
	},
	capabilities: { references: 0, seeds: true, variations: true, sizesPx: [1_024], transparency: false },
};
