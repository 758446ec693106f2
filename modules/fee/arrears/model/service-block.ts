import { choice, entity, text } from '#model'

export const EFFECTS = { warn: '提醒', block: '不能办理' } as const
export const blockRefusals = { unknown: '没有可以限制的业务“{service}”', graduation: '{label}不能因欠费扣留' }
/** 欠费限制: a service that the school keeps from students in arrears, or warns of arrears before it. Services without a row are open to all. */
export const serviceBlock = entity(
  'fee.serviceBlock',
  '欠费限制',
  {
    service: text('受限业务', { required: true, immutable: true, max: 60 }),
    effect: choice('限制', EFFECTS, { required: true }),
  },
  {
    title: 'service',
    scope: { everyone: 'a setting of the school' },
    unique: [['service']],
    cached: true,
    verbs: [],
    refusals: blockRefusals,
  },
)
