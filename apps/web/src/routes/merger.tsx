import { createFileRoute } from '@tanstack/react-router';
import { Combine } from 'lucide-react';
import { MessagePage } from '../components/message-page.tsx';
import { PageLock } from '../features/access/components/page-lock.tsx';

export const Route = createFileRoute('/merger')({ component: MergerPage });

function MergerPage() {
	return (
		<PageLock page="merger">
			<MessagePage title="Merge" icon={<Combine aria-hidden className="size-7" />} homeLabel="Back to Create">
				The merger is being built. Here several collections will become one Frozen Collection.
			</MessagePage>
		</PageLock>
	);
}
