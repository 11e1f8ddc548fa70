import { describe, expect, it } from 'vitest';
import { canonicalHost, isPrivateIp, isPrivateName } from './private-networks.ts';

describe('IP addresses that lead inside', () => {
	it.each([
		'0.0.0.0',
		'10.0.0.1',
		'100.100.100.200',
		'127.0.0.1',
		'127.255.255.254',
		'169.254.169.254',
		'172.16.0.1',
		'172.31.255.255',
		'192.0.0.192',
		'192.168.0.1',
		'198.18.0.1',
		'168.63.129.16',
		'224.0.0.1',
		'240.0.0.1',
		'255.255.255.255',
		'::',
		'::1',
		'::ffff:127.0.0.1',
		'::ffff:7f00:1',
		'0:0:0:0:0:ffff:a9fe:a9fe',
		'::10.0.0.1',
		'64:ff9b::10.0.0.1',
		'64:ff9b:1::8.8.8.8',
		'2002:7f00:1::',
		'2002:c0a8:101::1',
		'2001::1',
		'2001:db8::1',
		'3fff::1',
		'fc00::1',
		'fd00:ec2::254',
		'fe80::1',
		'fe80::1%eth0',
		'fec0::1',
		'ff02::1',
		'100::1',
		'5f00::1',
		'',
		'localhost',
		'1.2.3',
	])('knows %j', (ip) => {
		expect(isPrivateIp(ip)).toBe(true);
	});

	it.each([
		'1.1.1.1',
		'9.255.255.255',
		'11.0.0.1',
		'100.128.0.1',
		'172.32.0.1',
		'192.167.255.255',
		'223.255.255.255',
		'::ffff:1.1.1.1',
		'64:ff9b::1.1.1.1',
		'2002:101:101::1',
		'2606:4700:4700::1111',
		'2a00:1450:4001:80b::200e',
	])('takes %s for the internet', (ip) => {
		expect(isPrivateIp(ip)).toBe(false);
	});
});

describe('names', () => {
	it.each(['gpu', 'localhost', 'gpu.lan', 'studio.local', 'comfy.internal', 'box.home.arpa', 'a.b.test'])(
		'takes %s for one of a network',
		(name) => {
			expect(isPrivateName(name)).toBe(true);
		},
	);

	it.each(['api.openai.com', 'lan.example.org', 'local.com', 'notlocal.org'])(
		'takes %s for one of the internet',
		(name) => {
			expect(isPrivateName(name)).toBe(false);
		},
	);

	it.each([
		['api.openai.com', 'api.openai.com'],
		['[::1]', '::1'],
		['127.0.0.1', '127.0.0.1'],
		['api.openai.com.', null],
		['-x.org', null],
		['', null],
	])('reads the host %j as %j', (hostname, expected) => {
		expect(canonicalHost(hostname)).toBe(expected);
	});
});
