/** What other modules may call. */
export {
  type CoverSource,
  coverSource,
  followCover,
  type HandedIn,
  handedInItem,
  handedInItems,
  handIn,
  type Offset,
  type Offsetted,
  offsetBills,
  paidYears,
  type TuitionLine,
  tuitionLines,
  undoOffset,
  type YearPaid,
} from '../bills/server/api.ts'
export { type Dropped, orderForOthers, payWays } from '../orders/server/api.ts'
export { itemOf, priceFor } from '../prices/server/api.ts'
