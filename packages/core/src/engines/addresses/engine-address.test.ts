import { describe, expect, it } from 'vitest';
import { addressVariables } from './address-settings.ts';
import { isWithin, parseEngineAddress, parsePlainAddress, toAddressText } from './engine-address.ts';

const { ENGINE_ADDRESSES: allowed } = addressVariables.parse({
	ENGINE_ADDRESSES: 'https://api.openai.com/v1, http://192.168.1.20:8188,http://[fd00::5]:7860/sd/',
});
const textOf = (text: string) => {
	const { address } = parseEngineAddress(text, allowed);
	return address && toAddressText(address);
};

describe('the addresses that an operator allows', () => {
	it('are none unless set, and are kept in one spelling', () => {
		expect(addressVariables.parse({}).ENGINE_ADDRESSES).toEqual([]);
		expect(addressVariables.parse({ ENGINE_ADDRESSES: ' , ' }).ENGINE_ADDRESSES).toEqual([]);
		expect(allowed.map(toAddressText)).toEqual([
			'https://api.openai.com/v1',
			'http://192.168.1.20:8188',
			'http://[fd00::5]:7860/sd',
		]);
	});

	it.each([
		'api.openai.com',
		'https://user:pass@api.openai.com',
		'https://api.openai.com/v1?key=1',
		'ftp://api.openai.com',
		'https://',
		'https://api.openai.com/v1 https://other.example.org',
	])('rejects the setting %s without repeating it', (text) => {
		const { error } = addressVariables.safeParse({ ENGINE_ADDRESSES: text });
		expect(error?.issues).toHaveLength(1);
		expect(error?.issues[0]?.message).toMatch(/^every entry must be an address such as/);
	});
});

describe('an address that a user enters', () => {
	it.each([
		['https://api.openai.com/v1', 'https://api.openai.com/v1'],
		[' HTTPS://API.OpenAI.com:443/v1/ ', 'https://api.openai.com/v1'],
		['https://api.openai.com/v1/deployments/my-model', 'https://api.openai.com/v1/deployments/my-model'],
		['http://192.168.1.20:8188', 'http://192.168.1.20:8188'],
		['http://192.168.1.20:8188/any/path', 'http://192.168.1.20:8188/any/path'],
		// 192.168.1.20 as one number.
		['http://3232235796:8188/', 'http://192.168.1.20:8188'],
		['http://[FD00:0:0::5]:7860/sd', 'http://[fd00::5]:7860/sd'],
	])('takes %s for %s', (text, expected) => {
		expect(textOf(text)).toBe(expected);
	});

	it.each([
		'https://api.openai.com',
		'https://api.openai.com/v10',
		'https://api.openai.com/v2',
		'https://api.openai.com/v1/../admin',
		'https://api.openai.com:8443/v1',
		'http://api.openai.com/v1',
		'https://api.openai.com.example.org/v1',
		'http://192.168.1.20:8189',
		'http://192.168.1.21:8188',
		'http://127.0.0.1:8188',
		'http://[::ffff:192.168.1.20]:8188',
		'http://169.254.169.254/latest/meta-data',
	])('refuses %s, which is not among them', (text) => {
		expect(parseEngineAddress(text, allowed)).toEqual({
			isReadable: true,
			problem: 'The operator of this server has not allowed calls to this address.',
		});
		expect(parseEngineAddress(text, []).address).toBeUndefined();
	});

	it.each([
		'',
		'api.openai.com/v1',
		'javascript:alert(1)',
		'file:///etc/passwd',
		'https:api.openai.com/v1',
		'https:///api.openai.com/v1',
		'https://user@api.openai.com/v1',
		'https://:secret@api.openai.com/v1',
		'https://evil.example.org\\@api.openai.com/v1',
		'https://api.openai.com/v1?x=1',
		'https://api.openai.com/v1#x',
		'https://api.openai.com/v1/%2e%2e%2fadmin',
		'https://api.openai.com/v1//evil',
		'https://api.openai.com./v1',
		'https://api.openai.com/v1\nhost: evil',
		'https://api.open\tai.com/v1',
		'https://аpi.openai.com/v1',
		'http://192.168.1.20:99999',
		`https://api.openai.com/v1/${'x'.repeat(300)}`,
	])('takes %j for no address at all', (text) => {
		expect(parseEngineAddress(text, allowed)).toEqual({
			isReadable: false,
			problem: 'This is not an address such as https://api.openai.com/v1.',
		});
	});

	it('lies within another one by whole parts of its path', () => {
		const at = (text: string) => parsePlainAddress(text) ?? { origin: '', path: '' };
		expect(isWithin(at('https://a.org/v1/x'), at('https://a.org/v1'))).toBe(true);
		expect(isWithin(at('https://a.org/v1'), at('https://a.org/v1/x'))).toBe(false);
		expect(isWithin(at('https://a.org/v1x'), at('https://a.org/v1'))).toBe(false);
	});
});
