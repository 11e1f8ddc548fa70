import { createFileRoute } from '@tanstack/react-router';
import { TokensPage } from '../features/access/access-tokens/tokens-page.tsx';

export const Route = createFileRoute('/tokens')({ component: TokensPage });
