import { qualifyingRoles } from '@adx/validators/auth/auth';
import { z } from 'zod';

const snowflake = /^\d{15,20}$/;
const example = '{"Wizard":"123456789012345678"}';

/** A server or application id as Discord shows it. */
export const discordId = z.string().regex(snowflake, 'must be the id that Discord shows, 15 to 20 digits');

export const discordSecret = z
	.string()
	.regex(/^[\x21-\x7e]{8,200}$/, 'must be the client secret that Discord shows, without spaces');

/** JSON of role names and ids. */
export const discordRoleIds = z.string().transform((text, context) => {
	const parsed = z.partialRecord(z.enum(qualifyingRoles), z.string().regex(snowflake)).safeParse(parseJson(text));
	if (parsed.success && Object.keys(parsed.data).length > 0) return parsed.data;
	const message = `must be JSON such as ${example} with ids as text and the names ${qualifyingRoles.join(', ')}`;
	context.addIssue({ code: 'custom', message });
	return z.NEVER;
});

interface DiscordVariables {
	readonly DISCORD_CLIENT_ID?: string | undefined;
	readonly DISCORD_CLIENT_SECRET?: string | undefined;
	readonly DISCORD_GUILD_ID?: string | undefined;
	readonly DISCORD_ROLE_IDS?: z.infer<typeof discordRoleIds> | undefined;
	readonly DISCORD_BASE_URL: string;
}

/** What `createDiscordClient` needs besides the clock, or which variables it lacks. */
export function readDiscordSettings(variables: DiscordVariables) {
	const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = variables;
	const { DISCORD_GUILD_ID: guildId, DISCORD_ROLE_IDS: roleIds, DISCORD_BASE_URL: baseUrl } = variables;
	if (clientId === undefined || clientSecret === undefined || guildId === undefined || roleIds === undefined) {
		const names = ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_GUILD_ID', 'DISCORD_ROLE_IDS'] as const;
		const missing = names.filter((name) => variables[name] === undefined);
		return { isConfigured: false, missing, isPartial: missing.length < names.length } as const;
	}
	return { isConfigured: true, settings: { clientId, clientSecret, guildId, roleIds, baseUrl } } as const;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
