import { Alert, Button } from 'antd'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { permissionKey } from '#model'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { schemeTree } from '../model/actions.ts'
import { COMBINES, cqaIndex, INDEX_KINDS } from '../model/index-row.ts'
import { schemeActions } from '../model/scheme.ts'
import { RuleTable } from './RuleTable.tsx'

type Node = NonNullable<AnswerOf<typeof schemeTree>['nodes'][number]>
type Values = Readonly<Record<string, unknown>>
const is =
  (...kinds: string[]) =>
  ({ kind }: Values): boolean =>
    kinds.includes(String(kind))
const LAYOUT: FormLayout<keyof typeof cqaIndex.fields & string> = [
  { title: '指标', fields: ['code', 'name', 'kind', 'position', 'explanation'] },
  {
    title: '计分',
    fields: [
      { field: 'combine', when: is('group') },
      { field: 'formula', when: is('formula') },
      { field: 'scorer', when: is('scored') },
      { field: 'needsProof', when: is('scored') },
      { field: 'baseScore', when: is('auto', 'deduct', 'scored', 'imported') },
      'minScore',
      'maxScore',
      'weight',
    ],
  },
]
type OpenPanel = { what: 'add'; parentId: string | null } | { what: 'edit' | 'remove' | 'rules'; node: Node }

/** The tree of indexes of a scheme: what is scored, how it is combined, what evidence is worth. */
export default function TreeEditorPage() {
  return (
    <ChosenRowPage title={t('指标和计分')} back="/cqa/schemes" of="cqaScheme" label={t('测评方案')} placeholder={t('选择测评方案')} none={t('先选择一个测评方案')}>
      {id => <Tree id={id} />}
    </ChosenRowPage>
  )
}
function Tree({ id }: { id: string }) {
  const read = useRead(schemeTree, { id })
  const [asked, setAsked] = useState<OpenPanel>()
  const mayEdit = useCan(permissionKey(cqaIndex, 'update'))
  const mayTry = useCan(schemeActions.publish.permission)
  const close = () => setAsked(undefined)
  const done = () => {
    close()
    void read.refetch()
  }
  return (
    <Loaded of={read}>
      {({ nodes, problems, isFrozen }) => {
        const isOpen = mayEdit && !isFrozen
        const all = nodes.flatMap(n => n ?? [])
        return (
          <Stack>
            {problems.length && isOpen ? <Alert type="warning" showIcon title={t('发布前要改')} description={problems.join('；')} /> : null}
            <Sheet
              title={t('指标')}
              actions={
                isOpen && !all.length ? (
                  <Button type="primary" icon={<Plus size={15} />} onClick={() => setAsked({ what: 'add', parentId: null })}>
                    {t('新增顶层指标')}
                  </Button>
                ) : mayTry && all.length ? (
                  <Link to={`/cqa/replay?id=${id}`}>{t('规则试算')}</Link>
                ) : null
              }
            >
              <PlainTable
                label={t('指标')}
                rows={all}
                keyOf={n => n.id}
                empty={t('还没有指标。先新增顶层分组，它的得分是总分；再在下面加各个维度。')}
                columns={[
                  [t('指标'), n => <span style={{ paddingInlineStart: `calc(var(--space-4) * ${n.depth})` }}>{n.name}</span>, { isHead: true }],
                  [t('代码'), n => n.code],
                  [t('得分来源'), n => source(n)],
                  [t('权重'), n => n.weight ?? '', { isNumber: true }],
                  [t('最高分'), n => n.maxScore, { isNumber: true }],
                  [
                    t('操作'),
                    n => (
                      <Row gap={2}>
                        {n.kind === 'auto' || n.kind === 'deduct' ? (
                          <PlacedButton onClick={() => setAsked({ what: 'rules', node: n })}>{t('计分规则 {{n}}', { n: n.ruleCount })}</PlacedButton>
                        ) : null}
                        {isOpen && n.kind === 'group' ? <PlacedButton onClick={() => setAsked({ what: 'add', parentId: n.id })}>{t('新增下级')}</PlacedButton> : null}
                        {isOpen ? <PlacedButton onClick={() => setAsked({ what: 'edit', node: n })}>{t('修改')}</PlacedButton> : null}
                        {isOpen ? <PlacedButton onClick={() => setAsked({ what: 'remove', node: n })}>{t('删除')}</PlacedButton> : null}
                      </Row>
                    ),
                  ],
                ]}
              />
            </Sheet>
            <Suspense>
              {asked?.what === 'add' ? (
                <EntityForm of={cqaIndex} layout={LAYOUT} initial={{ schemeId: id, parentId: asked.parentId, kind: 'group', combine: 'sum' }} onClose={close} onDone={done} />
              ) : null}
              {asked?.what === 'edit' ? <EntityForm of={cqaIndex} layout={LAYOUT} id={asked.node.id} onClose={close} onDone={done} /> : null}
            </Suspense>
            {asked?.what === 'remove' ? <ConfirmRemove of={cqaIndex} rows={[asked.node]} onClose={close} onDone={done} /> : null}
            {asked?.what === 'rules' ? (
              <Panel open size={720} title={t('{{name}}：计分规则', { name: asked.node.name })} onClose={done}>
                <RuleTable indexId={asked.node.id} isFrozen={!isOpen} />
              </Panel>
            ) : null}
          </Stack>
        )
      }}
    </Loaded>
  )
}
function source({ kind, combine, formula, childWeight }: Node): string {
  if (kind === 'group') return childWeight === null ? t(COMBINES[combine ?? 'sum']) : t('按权重，下级合计 {{sum}}', { sum: childWeight })
  return kind === 'formula' ? `${t(INDEX_KINDS.formula)} ${formula}` : t(INDEX_KINDS[kind])
}
