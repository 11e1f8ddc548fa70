import type { FastifyReply } from 'fastify';

const page = `<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<meta name="color-scheme" content="light dark">
		<meta name="robots" content="noindex">
		<title>Unreadable address – ADX Realm</title>
	</head>
	<body>
		<main>
			<h1>The address could not be read</h1>
			<p>It is cut off or mistyped: no page has it.</p>
			<p><a href="/">Back to Create</a></p>
		</main>
	</body>
</html>
`;

/** What a browser shows for an address that cannot be decoded, such as `/%E0%A4%A`, at which the app could not start. */
export function sendUnreadableAddressPage(reply: FastifyReply): void {
	reply.code(400).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}
