import {
  type CallExpression,
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isParameterDeclaration,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  SyntaxKind,
  type TaggedTemplateExpression,
  type TemplateExpression,
} from 'typescript/unstable/ast'
import type { Type } from 'typescript/unstable/sync'
import { type Bound, type Callable, type Env, Names, plain, resultsOf } from './names.ts'
import { nameOf, type Source } from './source.ts'

const NONE: Env = new Map()
/** Stands for a value in composed text; becomes `$1`, `$2` … */
const VALUE = '\u0001'
const MOST_USES = 4
/** A text that nests deeper, or takes more steps, is given up. */
const DEEPEST = 72
const MOST_STEPS = 2000

/** Composes the text of a statement from its source, as running it would: fragments are followed through names, functions and their callers; values become parameters. */
export class Composer {
  private readonly source: Source
  private readonly tableOf: (entity: string) => string | undefined
  private readonly names: Names
  private failed = ''
  private steps = 0

  constructor(source: Source, tableOf: (entity: string) => string | undefined) {
    this.source = source
    this.tableOf = tableOf
    this.names = new Names(source, (key, env) => this.quietly(() => this.text(key, env)))
  }
  /** The texts a statement may have; `failed` names the expression that could not be followed. */
  texts(statement: Node): { texts: string[]; failed?: string } {
    const texts = new Set<string>()
    let failed = ''
    for (const isTrue of [true, false]) {
      this.names.begin(isTrue)
      this.steps = 0
      const made = this.withCallers(statement, NONE, 0)
      for (const text of made) texts.add(numbered(text))
      if (!made.length) failed = this.failed
    }
    return texts.size ? { texts: [...texts] } : { texts: [], failed }
  }
  /** The text; if it depends on parameters of the function around it, one text for each of its callers. */
  private withCallers(statement: Node, env: Env, level: number): string[] {
    this.names.unbound = []
    this.failed = ''
    const text = this.statement(statement, env)
    if (text !== undefined) return [text]
    const { failed } = this
    const [parameter] = this.names.unbound
    if (!parameter || level > 3) return []
    const around = parameter.parent as Callable
    const found = this.source
      .usesOf(around)
      .slice(0, MOST_USES)
      .flatMap(use => this.withCallers(statement, this.names.bind(around, use.arguments, env, NONE), level + 1))
    if (!found.length) this.failed ||= failed
    return found
  }
  /** A statement is a fragment, a text, or an object that carries the text. */
  private statement(node: Node, env: Env): string | undefined {
    const text = this.quietly(() => this.names.member(node, 'text', env))
    return text ? this.text(text.node, text.env) : this.text(node, env)
  }
  /** Text of an expression of type `Sql` or string. */
  private text(given: Node, env: Env): string | undefined {
    if (this.names.depth > DEEPEST || ++this.steps > MOST_STEPS) return this.fail(given)
    this.names.depth++
    try {
      return this.textOf(plain(given), env)
    } finally {
      this.names.depth--
    }
  }
  private textOf(node: Node, env: Env): string | undefined {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return node.text
    if (isTaggedTemplateExpression(node)) return this.tagged(node, env)
    if (isTemplateExpression(node)) return this.template(node, part => this.text(part, env))
    if (isConditionalExpression(node)) return this.either(node.condition, node.whenTrue, node.whenFalse, env)
    if (isBinaryExpression(node)) return this.binary(node, env)
    if (isCallExpression(node)) return this.called(node, env)
    if (isIdentifier(node) && node.text === 'empty') return ''
    if (isPropertyAccessExpression(node)) {
      const known = this.property(node.expression, node.name.text, env)
      if (known !== undefined) return known
    }
    const bound = this.names.follow(node, env)
    return bound ? this.text(bound.node, bound.env) : this.fail(node)
  }
  /** The text of a fragment (`.sql`, `.text`), and the table of an entity or its columns. */
  private property(of: Node, name: string, env: Env): string | undefined {
    if (name === 'sql' || name === 'text') return this.isFragment(of, env) ? this.text(of, env) : undefined
    if (name !== 'table') return undefined
    const [entity] = isCallExpression(of) && nameOf(of) === 'columnsOf' ? of.arguments : [of]
    const table = entity && this.quietly(() => this.entityTable(entity, env), true)
    return table && `"${table}"`
  }
  private fail(node: Node): undefined {
    this.failed ||= `${this.source.at(node)} ${node.getText().slice(0, 60)}`
    return undefined
  }
  private tagged({ template }: TaggedTemplateExpression, env: Env): string | undefined {
    if (isNoSubstitutionTemplateLiteral(template)) return template.text
    return this.template(template, part => this.part(part, env))
  }
  private template({ head, templateSpans }: TemplateExpression, part: (node: Node) => string | undefined): string | undefined {
    let text = head.text
    for (const span of templateSpans) {
      const made = part(span.expression)
      if (made === undefined) return undefined
      text += made + span.literal.text
    }
    return text
  }
  /** What stands in a template: a fragment's text, or a parameter for a value. */
  private part(node: Node, env: Env): string | undefined {
    return this.isFragment(node, env) ? this.text(node, env) : VALUE
  }
  private isFragment(node: Node, env: Env): boolean {
    const type = this.source.typeOf(node)
    if (type && isSql(type)) return true
    const bound = type && !isGeneric(type) ? undefined : this.names.follow(plain(node), env)
    return bound !== undefined && this.isFragment(bound.node, bound.env)
  }
  private either(condition: Node, whenTrue: Node, whenFalse: Node, env: Env): string | undefined {
    const [first, second] = this.goes(condition, env) ? [whenTrue, whenFalse] : [whenFalse, whenTrue]
    return this.text(first, env) ?? this.text(second, env)
  }
  /** Which way a condition goes: as the value it names says, where that is known, otherwise as all conditions do. */
  private goes(given: Node, env: Env): boolean {
    const condition = plain(given)
    if (isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken) return !this.goes(condition.operand, env)
    if (isBinaryExpression(condition) && condition.operatorToken.kind === SyntaxKind.EqualsEqualsEqualsToken) {
      const [left, right] = [condition.left, condition.right].map(side => this.quietly(() => this.text(side, env)))
      return left === undefined || right === undefined ? this.names.isTrue : left === right
    }
    if (!isIdentifier(condition)) return this.names.isTrue
    const declared = this.source.declarationOf(condition)
    if (declared && isParameterDeclaration(declared) && this.names.entered.has(declared.parent) && !env.has(declared)) return false
    const value = this.quietly(() => this.names.follow(condition, env))
    const known = value && plain(value.node)
    return known && (isStringLiteral(known) || isNoSubstitutionTemplateLiteral(known)) ? known.text !== '' : this.names.isTrue
  }
  private binary(node: Node & { left: Node; right: Node; operatorToken: Node }, env: Env): string | undefined {
    const { kind } = node.operatorToken
    if (kind === SyntaxKind.AmpersandAmpersandToken) return this.text(node.right, env)
    const left = this.text(node.left, env)
    if (kind === SyntaxKind.PlusToken) {
      const right = left === undefined ? undefined : this.text(node.right, env)
      return right === undefined ? undefined : `${left}${right}`
    }
    return left ?? this.text(node.right, env)
  }
  private called(call: CallExpression, env: Env): string | undefined {
    const name = nameOf(call)
    const [first, second] = call.arguments
    const receiver = isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined
    if (!receiver && name === 'raw' && first) return this.text(first, env)
    if (!receiver && name === 'join' && first) return this.joined(first, second, env)
    if (receiver && name === 'join') return this.joined(receiver, first, env, true)
    if (receiver && name === 'rows') {
      const table = this.table(receiver, env)
      if (table) return `(select * from "${table}")`
    }
    if (receiver && ['trim', 'toString', 'toLowerCase'].includes(name)) return this.text(receiver, env)
    return this.names.applied(call, env, (node, within) => this.text(node, within)) ?? this.fail(call)
  }
  private joined(list: Node, separator: Node | undefined, env: Env, isOfTexts = false): string | undefined {
    const items = this.items(list, env)
    const between = separator ? this.text(separator, env) : ','
    const texts = items?.map(item => (isOfTexts || this.isText(item) ? this.text(item.node, item.env) : VALUE))
    if (between === undefined || !texts?.length || texts.includes(undefined)) return this.fail(list)
    return texts.join(between)
  }
  private isText({ node, env }: Bound): boolean {
    return this.isFragment(node, env) || isStringLiteral(plain(node)) || isNoSubstitutionTemplateLiteral(plain(node)) || isTemplateExpression(plain(node))
  }
  /** Elements of a list; of one made by `map` from an unknown list, one. */
  private items(given: Node, env: Env): Bound[] | undefined {
    const node = plain(given)
    if (isArrayLiteralExpression(node)) {
      const parts = node.elements.map(e => (isSpreadElement(e) ? this.items(e.expression, env) : [{ node: e as Node, env }]))
      return parts.includes(undefined) ? undefined : (parts as Bound[][]).flat()
    }
    if (isConditionalExpression(node)) {
      const made = this.items(this.names.isTrue ? node.whenTrue : node.whenFalse, env)
      return made?.length ? made : this.items(this.names.isTrue ? node.whenFalse : node.whenTrue, env)
    }
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const name = nameOf(node)
      const receiver = node.expression.expression
      if (name === 'filter' || name === 'slice' || name === 'sort') return this.items(receiver, env)
      if (name === 'map' || name === 'flatMap') return this.mapped(receiver, node.arguments[0], env, name === 'flatMap')
    }
    if (isCallExpression(node)) return this.names.applied(node, env, (value, within) => this.items(value, within))
    const bound = this.names.follow(node, env)
    return bound && this.items(bound.node, bound.env)
  }
  private mapped(receiver: Node, callback: Node | undefined, env: Env, isFlat: boolean): Bound[] | undefined {
    if (!callback || !isArrowFunction(callback)) return undefined
    const over = this.items(receiver, env)
    const results = resultsOf(callback)
    const [result] = this.names.isTrue ? results : results.reverse()
    if (!result) return undefined
    const [parameter] = callback.parameters
    const isMany = isArrayLiteralExpression(plain(result)) || isFlat
    const each = (env: Env): Bound[] => (isMany ? (this.items(result, env) ?? []) : [{ node: result, env }])
    return over && parameter ? over.flatMap(item => each(new Map([...env, [parameter as Node, item]]))) : each(env)
  }
  /** Name of the table of `Rows`, followed to the `visible(entity)` they come from. */
  private table(given: Node, env: Env): string | undefined {
    const node = plain(given)
    if (isConditionalExpression(node)) return this.table(node.whenTrue, env) ?? this.table(node.whenFalse, env)
    if (isCallExpression(node)) {
      const name = nameOf(node)
      const [first] = node.arguments
      if (name === 'with' && isPropertyAccessExpression(node.expression)) return this.table(node.expression.expression, env)
      if (first && /^(visible|visibleFor|visibleForBoth|unscoped|reachOf)$/.test(name)) return this.entityTable(first, env)
      return this.names.applied(node, env, (value, within) => this.table(value, within))
    }
    const bound = this.names.follow(node, env)
    return bound ? this.table(bound.node, bound.env) : this.fail(node)
  }
  private entityTable(given: Node, env: Env): string | undefined {
    const node = plain(given)
    if (isCallExpression(node) && nameOf(node) === 'entity') {
      const [path] = node.arguments
      return path && isStringLiteral(path) ? this.tableOf(path.text.split('.')[1] ?? '') : undefined
    }
    const bound = this.names.follow(node, env)
    return bound ? this.entityTable(bound.node, bound.env) : this.fail(node)
  }
  /** Tries something whose failure says nothing; `depends`: but on parameters nobody has given. */
  private quietly<T>(work: () => T, depends = false): T {
    const { failed } = this
    const { unbound } = this.names
    if (!depends) this.names.unbound = []
    const made = work()
    this.failed = failed
    if (!depends) this.names.unbound = unbound
    return made
  }
}
const numbered = (text: string): string => {
  let at = 0
  return text.replaceAll(VALUE, () => `$${++at}`)
}
function isSql(type: Type): boolean {
  if (type.isUnionType()) return type.getTypes().some(isSql)
  return type.getSymbol()?.name === 'Sql'
}
const isGeneric = (type: Type): boolean => type.isTypeParameter() || type.isIndexedAccessType() || (type.isIntrinsicType() && ['any', 'unknown'].includes(type.intrinsicName))
