/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/gen/model.h"

/* 24 MiB of bfloat16: the package's default is 25 MB. */
#define BUCKET_ELEMENTS (12 * 1024 * 1024)
#define EVALUATE "autograd::engine::evaluate_function: "

typedef void (*node_body)(struct model *model, const struct node *node);

struct node_def {
	const char *evaluate, *name;
	node_body body;
};

static void
body_view(struct model *model, const struct node *node)
{
	struct sim *s = model->s;

	OP(s, "aten::reshape", node->grad, list("[8, 1024, 1024]"));
	LEAF(s, "aten::view", node->grad, list("[8, 1024, 1024]"));
	sim_end(s);
}

static void
body_t(struct model *model, const struct node *node)
{
	struct sim *s = model->s;

	OP(s, "aten::t", node->grad);
	LEAF(s, "aten::transpose", node->grad, scalar("0"), scalar("1"));
	sim_end(s);
}

static void
body_transpose(struct model *model, const struct node *node)
{
	LEAF(model->s, "aten::transpose", node->grad, scalar("1"), scalar("2"));
}

static void
body_split(struct model *model, const struct node *node)
{
	struct sim *s = model->s;
	const int64_t bytes = (int64_t)2 * ROWS * 3 * HIDDEN * 2;

	(void)node;
	sim_op_text(s, "aten::cat",
		"\"Concrete Inputs\": [\"\", \"2\"], \"Input type\": [\"TensorList\", \"Scalar\"], "
		"\"Input Strides\": [[[1048576, 1024, 1], [1048576, 1024, 1], "
		"[1048576, 1024, 1]], []], "
		"\"Input Dims\": [[[8, 1024, 1024], [8, 1024, 1024], [8, 1024, 1024]], []]");
	sim_launch(s, CAT, cost_pass(bytes), bytes / 4096);
	sim_end(s);
}

static void
product(struct sim *s, struct arg a, struct arg b, enum kernel kernel, const struct node *node)
{
	OP(s, "aten::mm", a, b);
	sim_launch(s, kernel, cost_gemm(1, node->m, node->n, node->k), GPU_SMS);
	sim_end(s);
}

static void
body_mm(struct model *model, const struct node *node)
{
	struct sim *s = model->s;
	struct arg weight = tensor2(BF16, node->n, node->k),
		   input = tensor2(BF16, node->m, node->k);

	LEAF(s, "aten::t", tensor_swap(weight, 0, 1));
	product(s, node->grad, weight, GEMM_NN, node);
	LEAF(s, "aten::t", node->grad);
	product(s, tensor_swap(node->grad, 0, 1), input, GEMM_NT, node);
}

static void
body_addmm(struct model *model, const struct node *node)
{
	struct sim *s = model->s;

	body_mm(model, node);
	OP(s, "aten::sum", node->grad, list("[0]"), scalar("True"), absent());
	sim_memset(s, node->n / 32);
	sim_launch(s, SUM, cost_pass(node->m * node->n * 2), node->n / 128 * 4);
	sim_end(s);
}

static void
body_none(struct model *model, const struct node *node)
{
	(void)model;
	(void)node;
}

static void
body_layer_norm(struct model *model, const struct node *node)
{
	struct sim *s = model->s;
	struct arg w = tensor1(BF16, HIDDEN), stats = tensor3(FLOAT, BATCH, TOKENS, 1);

	OP(s, "aten::native_layer_norm_backward", node->grad, node->grad, list("[1024]"), stats,
		stats, w, w, list("[True, True, True]"));
	LEAF(s, "aten::empty_like", node->grad, absent(), absent(), absent(), absent(),
		scalar("0"));
	sim_launch(s, NORM_INPUT_GRAD, cost_pass(3 * ROWS * HIDDEN * 2), ROWS);
	sim_launch(s, NORM_WEIGHT_GRAD, cost_pass(2 * ROWS * HIDDEN * 2), HIDDEN / 32);
	sim_end(s);
}

static void
body_gelu(struct model *model, const struct node *node)
{
	struct sim *s = model->s;

	OP(s, "aten::gelu_backward", node->grad, node->grad, scalar("none"));
	sim_launch(s, GELU_BACKWARD, cost_pass(3 * ROWS * 4 * HIDDEN * 2),
		ROWS * 4 * HIDDEN / 1024);
	sim_end(s);
}

static void
body_attention(struct model *model, const struct node *node)
{
	struct sim *s = model->s;
	struct arg q = node->grad, plain = tensor4(BF16, BATCH, TOKENS, HEADS, HEAD),
		   none = absent();
	struct arg statistics = tensor3(FLOAT, BATCH, HEADS, TOKENS);
	int64_t matrix = cost_gemm(BATCH * HEADS, TOKENS, TOKENS, HEAD);

	OP(s, "aten::_scaled_dot_product_flash_attention_backward", q, q, q, q, q, statistics, none,
		none, scalar("1024"), scalar("1024"), scalar("0."), scalar("True"), none, none,
		none);
	OP(s, "aten::_flash_attention_backward", plain, plain, plain, plain, plain, statistics,
		none, none, scalar("1024"), scalar("1024"), scalar("0."), scalar("True"), none,
		none, none, none, none);
	LEAF(s, "aten::empty_like", plain, none, none, none, none, none);
	LEAF(s, "aten::empty", list("[8, 16, 1024, 64]"), scalar("6"), none, scalar("0"), none,
		none);
	sim_launch(s, FLASH_DOT, cost_pass(2 * ROWS * HIDDEN * 2), BATCH * HEADS * TOKENS / 128);
	sim_launch(s, FLASH_BACKWARD, matrix * 5, BATCH * HEADS * TOKENS / 128);
	sim_launch(s, FLASH_CONVERT, cost_pass(3 * ROWS * HIDDEN * 2),
		BATCH * HEADS * TOKENS / 128);
	sim_end(s);
	sim_end(s);
}

static void
body_bmm(struct model *model, const struct node *node)
{
	struct sim *s = model->s;
	struct arg b = tensor3(BF16, BATCH * HEADS, node->n, node->k),
		   a = tensor3(BF16, BATCH * HEADS, node->k, node->m);
	int64_t ns = cost_gemm(BATCH * HEADS, node->m, node->n, node->k);
	int64_t blocks = BATCH * HEADS * node->m * node->n / 16384;

	LEAF(s, "aten::transpose", a, scalar("1"), scalar("2"));
	OP(s, "aten::bmm", a, node->grad);
	sim_launch(s, BMM_TN, ns, blocks);
	sim_end(s);
	OP(s, "aten::bmm", node->grad, b);
	sim_launch(s, BMM_NN, ns, blocks);
	sim_end(s);
}

static void
body_scale(struct model *model, const struct node *node)
{
	OP(model->s, "aten::mul", node->grad, scalar("0.125"));
	sim_launch(model->s, MULTIPLY, cost_pass(2 * ROWS * HIDDEN * 2), ROWS * HIDDEN / 1024);
	sim_end(model->s);
}

static void
body_softmax(struct model *model, const struct node *node)
{
	const int64_t bytes = (int64_t)BATCH * HEADS * TOKENS * TOKENS * 2;

	OP(model->s, "aten::_softmax_backward_data", node->grad, node->grad, scalar("-1"),
		scalar("15"));
	sim_launch(model->s, SOFTMAX_BACKWARD, cost_pass(3 * bytes), BATCH * HEADS * TOKENS / 8);
	sim_end(model->s);
}

static void
fill_zero(struct sim *s, struct arg like, int64_t bytes)
{
	OP(s, "aten::zero_", like);
	OP(s, "aten::fill_", like, scalar("0"));
	sim_launch(s, FILL_ZERO, cost_pass(bytes), bytes / 2048);
	sim_end(s);
	sim_end(s);
}

static void
body_embedding(struct model *model, const struct node *node)
{
	struct sim *s = model->s;
	struct arg weight = tensor2(BF16, VOCABULARY, HIDDEN),
		   tokens = tensor2(LONG, BATCH, TOKENS);

	OP(s, "aten::embedding_backward", node->grad, tokens, scalar("32000"), scalar("-1"),
		scalar("False"), scalar("False"));
	OP(s, "aten::embedding_dense_backward", node->grad, tokens, scalar("32000"), scalar("-1"),
		scalar("False"));
	OP(s, "aten::zeros", list("[32000, 1024]"), scalar("15"), absent(), scalar("0"), absent());
	fill_zero(s, weight, (int64_t)VOCABULARY * HIDDEN * 2);
	sim_end(s);
	OP(s, "aten::arange", scalar("8192"), scalar("4"), absent(), scalar("0"), absent());
	sim_launch(s, FILL_LONG, 1700, 128);
	sim_end(s);
	sim_launch(s, EMBEDDING_GRAD, cost_pass(3 * ROWS * HIDDEN * 2), ROWS / 2);
	sim_end(s);
	sim_end(s);
}

static void
body_log_softmax(struct model *model, const struct node *node)
{
	OP(model->s, "aten::_log_softmax_backward_data", node->grad, node->grad, scalar("1"),
		scalar("15"));
	sim_launch(model->s, LOG_SOFTMAX_BACKWARD, cost_pass((int64_t)3 * ROWS * VOCABULARY * 2),
		ROWS);
	sim_end(model->s);
}

static void
body_loss(struct model *model, const struct node *node)
{
	struct sim *s = model->s;
	struct arg logits = tensor2(BF16, ROWS, VOCABULARY), one = {.type = BF16, .concrete = ""};

	(void)node;
	OP(s, "aten::nll_loss_backward", one, logits, tensor1(LONG, ROWS), absent(), scalar("1"),
		scalar("-100"), one);
	fill_zero(s, logits, (int64_t)ROWS * VOCABULARY * 2);
	sim_launch(s, LOSS_BACKWARD, 6100, 1);
	sim_end(s);
}

#define NODE(name) EVALUATE name, name

static const struct node_def node_defs[NODE_KINDS] = {
	[NODE_VIEW] = {NODE("ViewBackward0"), body_view},
	[NODE_T] = {NODE("TBackward0"), body_t},
	[NODE_TRANSPOSE] = {NODE("TransposeBackward0"), body_transpose},
	[NODE_SPLIT] = {NODE("SplitBackward0"), body_split},
	[NODE_ADDMM] = {NODE("AddmmBackward0"), body_addmm},
	[NODE_MM] = {NODE("MmBackward0"), body_mm},
	[NODE_ADD] = {NODE("AddBackward0"), body_none},
	[NODE_LAYER_NORM] = {NODE("NativeLayerNormBackward0"), body_layer_norm},
	[NODE_GELU] = {NODE("GeluBackward0"), body_gelu},
	[NODE_ATTENTION] = {NODE("ScaledDotProductFlashAttentionBackward0"), body_attention},
	[NODE_BMM] = {NODE("BmmBackward0"), body_bmm},
	[NODE_SCALE] = {NODE("MulBackward0"), body_scale},
	[NODE_MASK] = {NODE("AddBackward0"), body_none},
	[NODE_SOFTMAX] = {NODE("SoftmaxBackward0"), body_softmax},
	[NODE_EMBEDDING] = {NODE("EmbeddingBackward0"), body_embedding},
	[NODE_LOG_SOFTMAX] = {NODE("LogSoftmaxBackward0"), body_log_softmax},
	[NODE_LOSS] = {NODE("NllLossBackward0"), body_loss},
};

void
model_collective(struct sim *s, const char *kind, int64_t elements, int64_t gpu_ns)
{
	bool reduce = kind[0] == 'a';
	long long n = (long long)elements;
	const char *members = sim_printf(s,
		"\"Collective name\": \"%s\", \"In msg nelems\": %lld, \"Out msg nelems\": %lld, "
		"\"Group size\": %d, \"dtype\": \"BFloat16\", \"In split size\": \"[]\", "
		"\"Out split size\": \"[]\", "
		"\"Process Group Name\": \"0\", \"Process Group Description\": \"default_pg\", "
		"\"Process Group Ranks\": \"[0, 1, 2, 3, 4, 5, 6, 7]\"",
		kind, n, n, RANKS);

	sim_op_text(s, "record_param_comms",
		sim_printf(s,
			"%s, \"Input type\": [\"TensorList\", \"\", \"\", \"Scalar\", "
			"\"\", \"ScalarList\", \"ScalarList\", "
			"\"Scalar\", \"Scalar\", \"Scalar\"], "
			"\"Input Dims\": [[[%lld]], [], [], [], [], [], [], [], [], []], "
			"\"Rank\": 0, \"Global rank start\": 0, \"Global rank stride\": 1",
			members, n));
	sim_annotation(s, reduce ? "nccl:all_reduce" : "nccl:broadcast");
	sim_order(s, COMPUTE_STREAM, COMM_STREAM);
	sim_collective(s, reduce ? ALL_REDUCE : BROADCAST, gpu_ns, members);
	sim_call(s, "cudaEventRecord", 135, 900);
	sim_end(s);
	sim_end(s);
}

static void
flush_bucket(struct model *model)
{
	struct sim *s = model->s;
	int64_t ns = cost_all_reduce(model->bucket * 2);

	if (model->late_peers && model->buckets == 2)
		ns += 7400000;
	sim_op_text(s, "c10d::allreduce_",
		sim_printf(s,
			"\"Concrete Inputs\": [\"\", \"\", \"\", \"\", \"False\", \"-1\"], "
			"\"Input type\": "
			"[\"TensorList\", \"\", \"\", \"\", \"Scalar\", \"Scalar\"], "
			"\"Input Strides\": [[[1]], [], [], [], [], []], "
			"\"Input Dims\": [[[%lld]], [], [], [], [], []]",
			(long long)model->bucket));
	model_collective(s, "allreduce", model->bucket, ns);
	sim_end(s);
	model->bucket = 0;
	model->buckets++;
}

/* The gradient goes, divided by the number of ranks, into a bucket; a full one is reduced. */
static void
accumulate(struct model *model, struct arg parameter)
{
	struct sim *s = model->s;
	int64_t elements = 1;

	for (int i = 0; i < parameter.nd; i++)
		elements *= parameter.dim[i];
	sim_op_text(s, EVALUATE "torch::autograd::AccumulateGrad", NULL);
	OP(s, "torch::autograd::AccumulateGrad", parameter);
	LEAF(s, "aten::detach", parameter);
	sim_end(s);
	OP(s, "aten::mul", parameter, scalar("0.125"));
	sim_launch(s, MULTIPLY, cost_pass(elements * 4), elements / 1024 + 1);
	sim_end(s);
	model->bucket += elements;
	if (model->bucket >= BUCKET_ELEMENTS)
		flush_bucket(model);
	sim_end(s);
}

static void
mark_backward(struct sim *s, const struct node *node, bool flow)
{
	struct host_event *event;

	if (s->failed)
		return;
	event = &s->host[sim_current(s)];
	event->sequence = node->sequence;
	event->forward_thread = 1;
	event->flow = flow ? node->flow : 0;
	event->flow_end = flow;
}

void
model_backward(struct model *model)
{
	struct sim *s = model->s;

	model->bucket = 0;
	model->buckets = 0;
	for (int i = model->n_nodes - 1; i >= 0; i--) {
		const struct node *node = &model->tape[i];
		const struct node_def *def = &node_defs[node->kind];

		sim_op_text(s, def->evaluate, NULL);
		mark_backward(s, node, false);
		OP(s, def->name, node->grad);
		mark_backward(s, node, true);
		def->body(model, node);
		sim_end(s);
		sim_end(s);
		for (int p = 0; p < 2; p++)
			if (node->parameters[p].nd > 0)
				accumulate(model, node->parameters[p]);
		sim_idle(s, sim_jitter(s, 400, 2600));
	}
	if (model->bucket > 0)
		flush_bucket(model);
}
