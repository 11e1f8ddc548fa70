import { expose } from 'comlink';
import { PlanWorkerService } from './plan-worker-service.ts';

expose(new PlanWorkerService());
