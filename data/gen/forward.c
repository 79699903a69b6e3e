/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/gen/model.h"

#define CALL_IMPL "torch/nn/modules/module.py(1784): _call_impl"

struct linear {
	int64_t in, out;
	int64_t number; /* of the module among its class */
	bool bias;
	enum kernel kernel;
};

/* Gives the innermost open op a place on the tape and a sequence number. */
static struct node *
record(struct model *model, enum node_kind kind, struct arg grad)
{
	struct sim *s = model->s;
	struct host_event *event;
	struct node *node;

	if (s->failed || model->n_nodes == TAPE_NODES) {
		s->failed = true;
		return &model->tape[0];
	}
	node = &model->tape[model->n_nodes++];
	event = &s->host[sim_current(s)];
	*node = (struct node){
		.kind = kind, .sequence = s->next_sequence++, .flow = s->next_flow++, .grad = grad};
	event->sequence = node->sequence;
	event->forward_thread = 0;
	event->flow = node->flow;
	return node;
}

/* For an op around the recorded one: it tells the same number. */
static void
carry_sequence(struct sim *s)
{
	if (s->failed)
		return;
	s->host[sim_current(s)].sequence = s->next_sequence;
	s->host[sim_current(s)].forward_thread = 0;
}

static void
module_begin(struct sim *s, const char *class_name, int64_t number, const char *forward)
{
	sim_module(s, sim_printf(s, "nn.Module: %s_%lld", class_name, (long long)number), number);
	sim_frame(s, CALL_IMPL);
	sim_frame(s, forward);
}

static void
module_end(struct sim *s)
{
	sim_end(s);
	sim_end(s);
	sim_end(s);
}

static void
view(struct model *model, struct arg from, const char *sizes)
{
	OP(model->s, "aten::view", from, list(sizes));
	record(model, NODE_VIEW, from);
	sim_end(model->s);
}

static void
transpose(struct model *model, struct arg from)
{
	struct sim *s = model->s;

	OP(s, "aten::transpose", from, scalar("1"), scalar("2"));
	record(model, NODE_TRANSPOSE, tensor_swap(from, 1, 2));
	LEAF(s, "aten::as_strided", from, list("[8, 16, 1024, 64]"), list("[1048576, 64, 1024, 1]"),
		absent());
	sim_end(s);
}

static void
linear_ops(struct model *model, const struct linear *l)
{
	struct sim *s = model->s;
	struct arg input = tensor3(BF16, BATCH, TOKENS, l->in), rows = tensor2(BF16, ROWS, l->in);
	struct arg weight = tensor2(BF16, l->out, l->in), bias = tensor1(BF16, l->out);
	struct arg turned = tensor_swap(weight, 0, 1), output = tensor2(BF16, ROWS, l->out);
	struct node *node;

	OP(s, "aten::linear", input, weight, l->bias ? bias : absent());
	carry_sequence(s);
	OP(s, "aten::t", weight);
	record(model, NODE_T, turned)->parameters[0] = weight;
	OP(s, "aten::transpose", weight, scalar("0"), scalar("1"));
	LEAF(s, "aten::as_strided", weight,
		list(sim_printf(s, "[%lld, %lld]", (long long)l->in, (long long)l->out)),
		list(sim_printf(s, "[1, %lld]", (long long)l->in)), absent());
	sim_end(s);
	sim_end(s);
	view(model, input, sim_printf(s, "[8192, %lld]", (long long)l->in));
	if (l->bias)
		OP(s, "aten::addmm", bias, rows, turned, scalar("1"), scalar("1"));
	else
		OP(s, "aten::mm", rows, turned);
	node = record(model, l->bias ? NODE_ADDMM : NODE_MM, output);
	node->m = ROWS;
	node->n = l->out;
	node->k = l->in;
	if (l->bias)
		node->parameters[0] = bias;
	sim_launch(s, l->kernel, cost_gemm(1, ROWS, l->out, l->in), GPU_SMS);
	sim_end(s);
	view(model, output, sim_printf(s, "[8, 1024, %lld]", (long long)l->out));
	sim_end(s);
}

static void
linear(struct model *model, const struct linear *l)
{
	struct sim *s = model->s;

	module_begin(s, "Linear", l->number, "torch/nn/modules/linear.py(134): forward");
	sim_frame(s, "<built-in function linear>");
	linear_ops(model, l);
	sim_end(s);
	module_end(s);
}

static void
layer_norm(struct model *model, int64_t number)
{
	struct sim *s = model->s;
	struct arg x = tensor3(BF16, BATCH, TOKENS, HIDDEN), w = tensor1(BF16, HIDDEN);
	struct node *node;

	module_begin(s, "LayerNorm", number, "torch/nn/modules/normalization.py(229): forward");
	sim_frame(s, "torch/nn/functional.py(2910): layer_norm");
	sim_frame(s, "<built-in method layer_norm of type object at 0x7f31c8a3f5c0>");
	OP(s, "aten::layer_norm", x, list("[1024]"), w, w, scalar("1e-05"), scalar("True"));
	carry_sequence(s);
	OP(s, "aten::native_layer_norm", x, list("[1024]"), w, w, scalar("1e-05"));
	node = record(model, NODE_LAYER_NORM, x);
	node->parameters[0] = node->parameters[1] = w;
	LEAF(s, "aten::empty", list("[8, 1024, 1024]"), scalar("15"), scalar("0"), scalar("0"),
		absent(), scalar("0"));
	LEAF(s, "aten::empty", list("[8192]"), scalar("6"), scalar("0"), scalar("0"), absent(),
		absent());
	sim_launch(s, NORM_FORWARD, cost_pass(2 * ROWS * HIDDEN * 2), ROWS);
	sim_end(s);
	sim_end(s);
	sim_end(s);
	sim_end(s);
	module_end(s);
}

static void
residual_add(struct model *model)
{
	struct arg x = tensor3(BF16, BATCH, TOKENS, HIDDEN);

	OP(model->s, "aten::add", x, x, scalar("1"));
	record(model, NODE_ADD, x);
	sim_launch(model->s, ADD, cost_pass(3 * ROWS * HIDDEN * 2), ROWS * HIDDEN / 1024);
	sim_end(model->s);
}

static void
flash_attention(struct model *model)
{
	struct sim *s = model->s;
	struct arg q = tensor_swap(tensor4(BF16, BATCH, TOKENS, HEADS, HEAD), 1, 2);
	struct arg plain = tensor4(BF16, BATCH, TOKENS, HEADS, HEAD);
	struct arg none = absent();

	OP(s, "aten::_scaled_dot_product_flash_attention", q, q, q, scalar("0."), scalar("True"),
		scalar("False"), none);
	record(model, NODE_ATTENTION, q);
	LEAF(s, "aten::transpose", q, scalar("1"), scalar("2"));
	OP(s, "aten::_flash_attention_forward", plain, plain, plain, none, none, scalar("1024"),
		scalar("1024"), scalar("0."), scalar("True"), scalar("False"), none, none, none,
		none, none);
	LEAF(s, "aten::empty_like", plain, none, none, none, none, none);
	LEAF(s, "aten::empty", list("[8, 16, 1024]"), scalar("6"), none, scalar("0"), none, none);
	sim_launch(s, FLASH_FORWARD, cost_gemm(BATCH * HEADS, TOKENS, TOKENS, HEAD) * 2,
		BATCH * HEADS * TOKENS / 128);
	sim_end(s);
	LEAF(s, "aten::transpose", plain, scalar("1"), scalar("2"));
	sim_end(s);
}

static void
bmm(struct model *model, enum kernel kernel, int64_t n, int64_t k)
{
	struct sim *s = model->s;
	struct arg a = tensor3(BF16, BATCH * HEADS, TOKENS, k),
		   b = tensor3(BF16, BATCH * HEADS, k, n);
	struct arg c = tensor3(BF16, BATCH * HEADS, TOKENS, n);
	struct node *node;

	OP(s, "aten::matmul", a, b);
	carry_sequence(s);
	OP(s, "aten::bmm", a, b);
	node = record(model, NODE_BMM, c);
	node->m = TOKENS;
	node->n = n;
	node->k = k;
	sim_launch(s, kernel, cost_gemm(BATCH * HEADS, TOKENS, n, k),
		BATCH * HEADS * TOKENS * n / 16384);
	sim_end(s);
	sim_end(s);
}

/* What one fused kernel does, in five: the slow variant's attention. */
static void
unfused_attention(struct model *model)
{
	struct sim *s = model->s;
	struct arg scores = tensor3(BF16, BATCH * HEADS, TOKENS, TOKENS),
		   q = tensor3(BF16, BATCH * HEADS, TOKENS, HEAD);
	int64_t bytes = (int64_t)BATCH * HEADS * TOKENS * TOKENS * 2;

	OP(s, "aten::_scaled_dot_product_attention_math", q, q, q, absent(), scalar("0."),
		scalar("True"));
	carry_sequence(s);
	OP(s, "aten::mul", q, scalar("0.125"));
	record(model, NODE_SCALE, q);
	sim_launch(s, MULTIPLY, cost_pass(2 * ROWS * HIDDEN * 2), ROWS * HIDDEN / 1024);
	sim_end(s);
	bmm(model, BMM_NT, TOKENS, HEAD);
	OP(s, "aten::add", scores, tensor2(BF16, TOKENS, TOKENS), scalar("1"));
	record(model, NODE_MASK, scores);
	sim_launch(s, MASK, cost_pass(2 * bytes), bytes / 1024);
	sim_end(s);
	OP(s, "aten::softmax", scores, scalar("-1"), absent());
	carry_sequence(s);
	OP(s, "aten::_softmax", scores, scalar("-1"), scalar("False"));
	record(model, NODE_SOFTMAX, scores);
	sim_launch(s, SOFTMAX, cost_pass(2 * bytes), BATCH * HEADS * TOKENS / 8);
	sim_end(s);
	sim_end(s);
	bmm(model, BMM_NN, HEAD, TOKENS);
	sim_end(s);
}

static void
attention(struct model *model, int64_t layer)
{
	struct sim *s = model->s;
	struct arg qkv = tensor3(BF16, BATCH, TOKENS, 3 * HIDDEN),
		   one = tensor3(BF16, BATCH, TOKENS, HIDDEN);
	struct arg heads = tensor4(BF16, BATCH, TOKENS, HEADS, HEAD), q = tensor_swap(heads, 1, 2);

	module_begin(s, "CausalSelfAttention", layer, "train.py(31): forward");
	linear(model, &(struct linear){HIDDEN, 3 * HIDDEN, layer * 4, true, GEMM_TN});
	sim_frame(s, "torch/_tensor.py(1028): split");
	OP(s, "aten::split", qkv, scalar("1024"), scalar("2"));
	record(model, NODE_SPLIT, qkv);
	LEAF(s, "aten::narrow", qkv, scalar("2"), scalar("0"), scalar("1024"));
	sim_end(s);
	sim_end(s);
	for (int i = 0; i < 3; i++) {
		view(model, one, "[8, 1024, 16, 64]");
		transpose(model, heads);
	}
	sim_frame(s, "<built-in function scaled_dot_product_attention>");
	OP(s, "aten::scaled_dot_product_attention", q, q, q, absent(), scalar("0."), scalar("True"),
		absent(), scalar("False"));
	carry_sequence(s);
	if (s->slow)
		unfused_attention(model);
	else
		flash_attention(model);
	sim_end(s);
	sim_end(s);
	transpose(model, q);
	view(model, heads, "[8, 1024, 1024]");
	linear(model, &(struct linear){HIDDEN, HIDDEN, layer * 4 + 1, true, GEMM_TN});
	module_end(s);
}

static void
feed_forward(struct model *model, int64_t layer)
{
	struct sim *s = model->s;
	struct arg x = tensor3(BF16, BATCH, TOKENS, 4 * HIDDEN);

	module_begin(s, "FeedForward", layer, "train.py(46): forward");
	linear(model, &(struct linear){HIDDEN, 4 * HIDDEN, layer * 4 + 2, true, GEMM_TN});
	module_begin(s, "GELU", layer, "torch/nn/modules/activation.py(783): forward");
	OP(s, "aten::gelu", x, scalar("none"));
	record(model, NODE_GELU, x);
	sim_launch(s, GELU_FORWARD, cost_pass(2 * ROWS * 4 * HIDDEN * 2), ROWS * 4 * HIDDEN / 1024);
	sim_end(s);
	module_end(s);
	linear(model, &(struct linear){4 * HIDDEN, HIDDEN, layer * 4 + 3, true, GEMM_TN});
	module_end(s);
}

static void
embedding(struct model *model)
{
	struct sim *s = model->s;
	struct arg weight = tensor2(BF16, VOCABULARY, HIDDEN),
		   tokens = tensor2(LONG, BATCH, TOKENS);

	module_begin(s, "Embedding", 0, "torch/nn/modules/sparse.py(192): forward");
	sim_frame(s, "torch/nn/functional.py(2437): embedding");
	OP(s, "aten::embedding", weight, tokens, scalar("-1"), scalar("False"), scalar("False"));
	record(model, NODE_EMBEDDING, tensor3(BF16, BATCH, TOKENS, HIDDEN))->parameters[0] = weight;
	LEAF(s, "aten::reshape", tokens, list("[-1]"));
	OP(s, "aten::index_select", weight, scalar("0"), tensor1(LONG, ROWS));
	LEAF(s, "aten::empty", list("[0]"), scalar("15"), scalar("0"), scalar("0"), absent(),
		absent());
	sim_launch(s, EMBEDDING, cost_pass(2 * ROWS * HIDDEN * 2), ROWS);
	sim_end(s);
	LEAF(s, "aten::view", tensor2(BF16, ROWS, HIDDEN), list("[8, 1024, 1024]"));
	sim_end(s);
	sim_end(s);
	module_end(s);
}

void
model_forward(struct model *model)
{
	struct sim *s = model->s;

	model->n_nodes = 0;
	module_begin(s, "DistributedDataParallel", 0,
		"torch/nn/parallel/distributed.py(1643): forward");
	sim_annotation(s, "DistributedDataParallel.forward");
	module_begin(s, "Transformer", 0, "train.py(72): forward");
	embedding(model);
	for (int64_t layer = 0; layer < LAYERS; layer++) {
		module_begin(s, "TransformerBlock", layer, "train.py(59): forward");
		layer_norm(model, layer * 2);
		attention(model, layer);
		residual_add(model);
		layer_norm(model, layer * 2 + 1);
		feed_forward(model, layer);
		residual_add(model);
		module_end(s);
	}
	layer_norm(model, LAYERS * 2);
	linear(model, &(struct linear){HIDDEN, VOCABULARY, LAYERS * 4, false, GEMM_HEAD});
	module_end(s);
	sim_end(s);
	module_end(s);
}

void
model_loss(struct model *model)
{
	struct sim *s = model->s;
	struct arg logits = tensor2(BF16, ROWS, VOCABULARY), targets = tensor1(LONG, ROWS);

	sim_frame(s, "torch/nn/functional.py(3421): cross_entropy");
	view(model, tensor3(BF16, BATCH, TOKENS, VOCABULARY), "[8192, 32000]");
	OP(s, "aten::cross_entropy_loss", logits, targets, absent(), scalar("1"), scalar("-100"),
		scalar("0."));
	carry_sequence(s);
	OP(s, "aten::log_softmax", logits, scalar("1"), absent());
	carry_sequence(s);
	OP(s, "aten::_log_softmax", logits, scalar("1"), scalar("False"));
	record(model, NODE_LOG_SOFTMAX, logits);
	sim_launch(s, LOG_SOFTMAX, cost_pass((int64_t)3 * ROWS * VOCABULARY * 2), ROWS);
	sim_end(s);
	sim_end(s);
	OP(s, "aten::nll_loss_nd", logits, targets, absent(), scalar("1"), scalar("-100"));
	carry_sequence(s);
	OP(s, "aten::nll_loss_forward", logits, targets, absent(), scalar("1"), scalar("-100"));
	record(model, NODE_LOSS, (struct arg){.type = BF16, .concrete = ""});
	sim_launch(s, LOSS_FORWARD, 9800, 1);
	sim_end(s);
	sim_end(s);
	sim_end(s);
	sim_end(s);
}

int64_t
model_parameters(void)
{
	const int64_t block = 12 * (int64_t)HIDDEN * HIDDEN + 13 * HIDDEN;

	return LAYERS * block + 2 * HIDDEN + 2 * (int64_t)VOCABULARY * HIDDEN;
}
