import { expect, test } from 'vitest';
import { splitLinks } from './linked-text.tsx';

const linksIn = (text: string) => splitLinks(text).flatMap((part) => (part.isLink ? [part.text] : []));

test.each([
	['See https://elves.example/a?b=1#c.', ['https://elves.example/a?b=1#c']],
	['(http://a.example/x_(y)), https://b.example!', ['http://a.example/x_(y)', 'https://b.example']],
	['https://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
	['<a href="https://a.example">here</a>', ['https://a.example']],
	['HTTPS://A.EXAMPLE', ['HTTPS://A.EXAMPLE']],
	['https:// and https://?', []],
	['javascript:alert(1) data:text/html,x ftp://a.example //a.example www.a.example', []],
	['https://bank.example@evil.example/', []],
	['https://a.example/\u202Egpj.exe', []],
	['', []],
])('links in %j are %j, and no letter is lost', (text, links) => {
	expect(linksIn(text)).toEqual(links);
	expect(
		splitLinks(text)
			.map((part) => part.text)
			.join(''),
	).toBe(text);
});
