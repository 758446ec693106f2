/** The module's public interface to other modules. */
export { checkPhoto } from './check.ts'
export { faceCounter } from './face-counter.ts'
export { orderPack } from './pack.ts'
