import { z } from 'zod';
import { defineSettings, open } from '../../platform/settings.ts';
import { listOf } from '../setting-schemas.ts';
import { type EngineAddress, readAddress } from './engine-address.ts';

const unreadable =
	'every entry must be an address such as https://api.openai.com/v1 or http://192.168.1.20:8188, without user name, query and fragment';

/** The environment's variables about engines that users bring their own address for; all have defaults. */
export const addressVariables = defineSettings({
	ENGINE_ADDRESSES: open(
		z
			.string()
			.transform((text, context): readonly EngineAddress[] => {
				const addresses = listOf(text).map(readAddress);
				if (addresses.includes(null)) context.addIssue({ code: 'custom', message: unreadable });
				return addresses.filter((address) => address !== null);
			})
			.default([]),
		'comma-separated addresses of services that members may have images made by, such as `https://api.openai.com/v1`, `http://192.168.1.20:8188`; nothing else is called for them',
		'',
	),
});
