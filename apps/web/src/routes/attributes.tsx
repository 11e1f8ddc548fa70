import { createFileRoute } from '@tanstack/react-router';
import { Lock, Tags } from 'lucide-react';
import { MessagePage } from '../components/message-page.tsx';
import { useAccess } from '../features/access/components/access-provider.tsx';

export const Route = createFileRoute('/attributes')({ component: AttributesPage });

function AttributesPage() {
	const { isDeveloperMode } = useAccess();
	if (!isDeveloperMode) {
		return (
			<MessagePage title="Access Denied" icon={<Lock aria-hidden className="size-7" />} homeLabel="Go Back">
				The Attribute Generator is only available in developer mode.
			</MessagePage>
		);
	}
	return (
		<MessagePage title="Coming Soon" icon={<Tags aria-hidden className="size-7" />} homeLabel="Back to Create">
			Here finished art without metadata will get its traits.
		</MessagePage>
	);
}
