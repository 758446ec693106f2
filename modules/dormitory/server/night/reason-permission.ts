import type { Principal } from '#server/context.ts'

/** 20-DT6: whoever sees people because they sleep in a building reads that they need not be in, not why. */
export const mayKnowWhy = ({ permissions }: Principal): boolean => permissions.get('dormitory:nightLine:list')?.some(reach => reach.scope !== 'building') ?? false
