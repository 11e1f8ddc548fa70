import { createFileRoute } from '@tanstack/react-router';
import { Combine } from 'lucide-react';
import { MessagePage } from '../components/message-page.tsx';

export const Route = createFileRoute('/merger')({ component: MergerPage });

function MergerPage() {
	return (
		<MessagePage title="Coming Soon" icon={<Combine aria-hidden className="size-7" />} homeLabel="Back to Create">
			Here several collections will become one Frozen Collection.
		</MessagePage>
	);
}
