import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { venueBooking } from '../model/venue-booking.ts'

const VIEWS = {
  live: { label: '占用中', where: { 'state.in': 'held,confirmed' } },
  all: { label: '全部' },
} as const
/** 场地预约: who has which venue when. */
export default function VenueBookingPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof venueBooking>
      of={venueBooking}
      views={views}
      columns={[
        { key: 'venueId', width: 160, align: 'left' },
        { key: 'title', width: 220, align: 'left' },
        { key: 'holder', width: 160, align: 'left' },
        { key: 'from', width: 160 },
        { key: 'to', width: 160 },
        { key: 'state', width: 110 },
        { key: 'heldUntil', width: 160 },
        { key: 'setupMin', hidden: true },
        { key: 'clearMin', hidden: true },
      ]}
      filters={['venueId', 'from', 'state']}
    />
  )
}
