import { choice, entity, type Row, ref, text } from '#model'

/** What became of a line: why it verifies nothing, or that it did. */
export const OUTCOMES = {
  verified: '核验通过',
  already: '此前已核验',
  pending: '还在审批',
  name: '姓名不一致',
  level: '等级不一致',
  unknown: '没有人登记',
} as const
/** 核验名单: lines of the lists that issuers send, each with what became of it. */
export const certListRow = entity(
  'certificate.certListRow',
  '核验名单',
  {
    catalogId: ref('certCatalog', '证书', { required: true, immutable: true }),
    certNo: text('证书编号', { required: true, immutable: true, max: 60, search: true }),
    name: text('姓名', { required: true, max: 50, search: true }),
    level: text('等级', { max: 30 }),
    outcome: choice('结果', OUTCOMES, { required: true, readonly: true, initial: 'unknown' }),
    certId: ref('studentCert', '登记的证书', { readonly: true }),
  },
  {
    title: 'certNo',
    scope: {},
    unique: [['catalogId', 'certNo']],
    importKey: ['catalogId', 'certNo'],
    sort: ['-createdAt'],
    verbs: ['list', 'import', 'export'],
    countsUpTo: 10_000,
  },
)
export type CertListRow = Row<typeof certListRow>
