import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/create')({
	beforeLoad({ location }) {
		throw redirect({ to: '/', search: location.search, hash: location.hash, replace: true });
	},
});
