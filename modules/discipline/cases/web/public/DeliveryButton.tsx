import { schoolDate } from '#model/school-time.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { FormValues, LayoutOf } from '#web/forms/layout.ts'
import { recordDelivery } from '../../model/actions.ts'
import type { DOCUMENTS } from '../../model/delivery.ts'

const isBy =
  (...methods: string[]) =>
  ({ method }: FormValues) =>
    methods.includes(String(method))
/** Each way of delivery asks for what proves it. */
const LAYOUT: LayoutOf<typeof recordDelivery> = [
  'method',
  'attemptedOn',
  'result',
  { field: 'receivedOn', when: isBy('mail') },
  { field: 'witnesses', when: isBy('retention') },
  { field: 'trackingNo', when: isBy('mail') },
  { field: 'publicUrl', when: isBy('publicNotice') },
  'proof',
]
interface DeliveryButtonProps {
  punishmentId: string
  document: keyof typeof DOCUMENTS
  type?: 'primary'
}
/** Enters how a document of a punishment was served. */
export const DeliveryButton = ({ punishmentId, document, type }: DeliveryButtonProps) => (
  <FormButton
    of={recordDelivery}
    input={{ punishmentId, documentKind: document }}
    layout={LAYOUT}
    initial={{ method: 'direct', result: 'done', attemptedOn: schoolDate(Date.now()) }}
    size={720}
    changes={['punishment', 'documentDelivery', 'appeal', 'todo', 'processInstance']}
    {...(type && { type })}
  />
)
