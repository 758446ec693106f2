import { useQuery } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { post } from '#web/http/index.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { actionAddress } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { previewGrant } from '../model/role.ts'

type Preview = OutputOf<typeof previewGrant>
interface Props {
  input: InputOf<typeof previewGrant>
  busy: boolean
  onSave: () => void
  onClose: () => void
}
/** Effect of a save: users, buttons gained and lost, change in visible rows. */
export function GrantPreview({ input, busy, onSave, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ['grantPreview', input],
    queryFn: ({ signal }) => post<Preview>(actionAddress(previewGrant), input, { signal, quiet: true }),
    meta: { inPlace: true },
    retry: false,
    gcTime: 0,
  })
  return (
    <Dialog open title={t('保存前的影响')} width={560} {...(data ? { verb: t('保存授权'), busy, onAct: onSave } : {})} onClose={onClose}>
      {error ? <Refused what={t('不能这样授权')} error={error} /> : null}
      {data ? <Effects data={data} /> : error ? null : <Bars lines={5} />}
    </Dialog>
  )
}
function Effects({ data }: { data: Preview }) {
  const isSame = !data.gained.length && !data.lost.length && !data.scopeChanges.length && !data.reach.length
  return (
    <Stack gap={3}>
      <p>{data.users ? t('影响 {{n}} 个用户，下一次操作时生效。', { n: formatNumber(data.users) }) : t('现在没有用户持有这个角色。')}</p>
      {isSame ? <p className="ql-quiet">{t('权限和可见数据没有变化')}</p> : null}
      <Names title={t('增加 {{n}} 项', { n: data.gained.length })} names={data.gained.map(g => g.label)} />
      <Names title={t('减少 {{n}} 项', { n: data.lost.length })} names={data.lost.map(g => g.label)} />
      <Names title={t('数据范围')} names={data.scopeChanges.map(c => t('{{menu}}：{{from}} → {{to}}', { menu: c.menu, from: t(c.from ?? ''), to: tAny(c.to ?? '') }))} />
      {data.reach.length ? (
        <PlainTable
          label={t('可见数据，抽取 {{n}} 个用户', { n: data.sampled })}
          caption={t('可见数据，抽取 {{n}} 个用户', { n: data.sampled })}
          rows={data.reach}
          keyOf={r => `${r.user}${r.entity}`}
          columns={[
            [t('用户'), r => r.user],
            [t('数据'), r => tAny(r.entity)],
            [t('现在'), r => formatNumber(r.before)],
            [t('保存后'), r => formatNumber(r.after)],
          ]}
        />
      ) : null}
    </Stack>
  )
}
const Names = ({ title, names }: { title: string; names: readonly string[] }) =>
  names.length ? (
    <section>
      <h3>{title}</h3>
      <p>{names.join(t('、'))}</p>
    </section>
  ) : null
