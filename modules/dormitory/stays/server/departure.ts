import { departedOver } from '#modules/outing/server/api.ts'
import { presenceExcuse } from './presence.ts'

export default presenceExcuse({ code: 'departure', source: 'departure', covers: (db, { span, studentIds }) => departedOver(db, span, studentIds) })
