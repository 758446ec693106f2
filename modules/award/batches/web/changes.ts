/** What acts on a batch change. */
export const BATCH_CHANGES = ['awardBatch', 'awardApplication', 'awardQuota', 'awardRecord', 'todo'] as const
