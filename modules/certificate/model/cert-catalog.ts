import { bool, dict, entity, integer, list, type Row, shape, text } from '#model'
import { certKind } from './dictionaries.ts'

/** 证书目录: certificates that the school knows, with their levels from the lowest to the highest. */
export const certCatalog = entity(
  'certificate.certCatalog',
  '证书目录',
  {
    code: text('编号', { required: true, immutable: true, max: 20, search: true }),
    name: text('名称', { required: true, max: 80, search: true, sortable: true }),
    kind: dict('类别', certKind, { required: true, sortable: true }),
    issuer: text('发证机构', { required: true, max: 80, search: true }),
    levels: list('等级', shape('等级', { name: text('等级', { required: true, max: 30 }) }), { max: 12, help: '从低到高；不分等级的不填' }),
    validMonths: integer('有效期（月）', { min: 1, max: 600, help: '长期有效的不填' }),
    noPattern: text('编号格式', { max: 120, help: '# 是数字，@ 是字母，* 是数字或字母，#{15} 是 15 位数字，其余照写；几种格式用空格隔开' }),
    queryUrl: text('查询网址', { max: 200, format: 'url' }),
    isEnabled: bool('启用', { required: true, initial: true }),
    holderCount: integer('持证人数', { computed: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'what certificates there are, without data of students' },
    select: 'open',
    selectFields: ['name', 'kind', 'issuer'],
    sort: ['kind', 'code'],
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      levelTwice: '等级“{level}”写了两次',
      levelUsed: '已有 {count} 张证书是“{level}”，不能去掉这个等级',
      levelsNeeded: '已有 {count} 张证书没有等级，不能再分等级',
      used: '“{name}”已有 {count} 张证书，不能删除，可以停用',
      asked: '“{name}”在 {count} 个专业的证书要求里，不能删除，可以停用',
    },
  },
)
export type CertCatalog = Row<typeof certCatalog>
export const levelNames = ({ levels }: Pick<CertCatalog, 'levels'>): string[] => (levels ?? []).flatMap(l => l?.name ?? [])
