import { type ServiceEngineName, serviceEngineSchema } from '@adx/validators/engines/engines';
import { z } from 'zod';
import { defineSettings, open } from '../../platform/settings.ts';
import { splitList } from '../setting-schemas.ts';
import { type EngineAddress, parsePlainAddress } from './engine-address.ts';

/** An address that the operator allows. */
export interface AllowedAddress extends EngineAddress {
	/** The only engine that may call it; null for any. */
	readonly engine: ServiceEngineName | null;
}

const unreadable =
	'every entry must be an address such as https://api.openai.com/v1 or http://192.168.1.20:8188, without user name, query and fragment, and may begin with the name of an engine as in openai=https://api.openai.com/v1';

/** The environment's variables about engines that users bring their own address for; all have defaults. */
export const addressVariables = defineSettings({
	ENGINE_ADDRESSES: open(
		z
			.string()
			.transform((text, context): readonly AllowedAddress[] => {
				const addresses = splitList(text).map(readEntry);
				if (addresses.includes(null)) context.addIssue({ code: 'custom', message: unreadable });
				return addresses.filter((address) => address !== null);
			})
			.default([]),
		'comma-separated addresses of services that members may have images made by, such as `openai=https://api.openai.com/v1`; without the name of an engine every one may call it. Nothing else is called for them',
		'',
	),
});

function readEntry(entry: string): AllowedAddress | null {
	const [, name, text = ''] = /^(?:([a-z0-9]+)=)?(.*)$/s.exec(entry) ?? [];
	const engine = name === undefined ? null : serviceEngineSchema.safeParse(name).data;
	const address = parsePlainAddress(text);
	return engine === undefined || address === null ? null : { ...address, engine };
}

/** Those that an engine may call. */
export const getAddresses = (allowed: readonly AllowedAddress[], engine: ServiceEngineName): readonly EngineAddress[] =>
	allowed
		.filter((entry) => entry.engine === null || entry.engine === engine)
		.map(({ origin, path }) => ({ origin, path }));
