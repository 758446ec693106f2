/** The module's public interface to other modules. */
export { checkedConditions, type Offered, offeredSubject } from './offered.ts'
