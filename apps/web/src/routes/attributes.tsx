import { createFileRoute } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { MessagePage } from '../components/message-page.tsx';
import { useAccess } from '../features/access/components/access-provider.tsx';
import { AttributesPage } from '../features/attributes/components/attributes-page.tsx';
import { attributeTexts } from '../features/attributes/texts.ts';
import { textParameter } from '../lib/image-search.ts';

export const Route = createFileRoute('/attributes')({
	validateSearch: (search) => textParameter('job', search.job),
	component: Page,
});

const texts = attributeTexts.denied;

function Page() {
	const { isDeveloperMode } = useAccess();
	const { job } = Route.useSearch();
	const navigate = Route.useNavigate();
	if (!isDeveloperMode) {
		return (
			<MessagePage title={texts.title} icon={<Lock aria-hidden className="size-7" />} homeLabel={texts.back}>
				{texts.text}
			</MessagePage>
		);
	}
	return (
		<AttributesPage
			runId={job ?? null}
			onChooseRun={(runId) => void navigate({ search: { job: runId }, resetScroll: false })}
		/>
	);
}
