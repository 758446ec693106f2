import { departedOver } from '#modules/outing/server/api.ts'
import { declarePresenceExcuse } from '../presence.ts'

declarePresenceExcuse({ code: 'departure', source: 'departure', covers: (db, { span, studentIds }) => departedOver(db, span, studentIds) })
