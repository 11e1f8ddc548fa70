import type { EngineDescriptor, EngineService } from './descriptor.ts';

export const sdwebui: EngineDescriptor & { readonly service: EngineService } = {
	name: 'Stable Diffusion web UI',
	shortLabel: 'Stable Diffusion web UI',
	inText: 'the web UI of Stable Diffusion',
	label: 'Stable Diffusion web UI (free, no key)',
	summary: 'Painted by AUTOMATIC1111’s, Forge or their likes on a machine of your own',
	withoutKey: 'The web UI needs no key.',
	service: {
		provider: 'the web UI',
		isPaid: false,
		hasOwnAddress: true,
		takesWorkflow: false,
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
