/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/gen/train.h"

#include "data/gen/model.h"

static void
call_leaf(struct sim *s, const char *name)
{
	sim_frame(s, name);
	sim_end(s);
}

static void
copy_to_device(struct sim *s, int64_t ns)
{
	struct arg tokens = tensor2(LONG, BATCH, TOKENS), none = absent();

	sim_frame(s, "<built-in method to of Tensor object at 0x7f2a4c1d8e90>");
	OP(s, "aten::to", tokens, scalar("4"), scalar("0"), none, scalar("0"), scalar("True"),
		scalar("False"), none);
	OP(s, "aten::_to_copy", tokens, scalar("4"), scalar("0"), none, none, scalar("True"), none);
	LEAF(s, "aten::empty_strided", list("[8, 1024]"), list("[1024, 1]"), scalar("4"),
		scalar("0"), none, none);
	OP(s, "aten::copy_", tokens, tokens, scalar("True"));
	sim_copy(s, "HtoD (Pinned -> Device)", ROWS * 8, ns);
	sim_end(s);
	sim_end(s);
	sim_end(s);
	sim_end(s);
}

static void
load_batch(struct sim *s, int64_t wait)
{
	sim_frame(s, "torch/utils/data/dataloader.py(729): __next__");
	sim_annotation(s, "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__");
	sim_frame(s, "torch/utils/data/dataloader.py(1482): _next_data");
	sim_frame(s, "torch/utils/data/dataloader.py(1444): _get_data");
	sim_frame(s, "queue.py(154): get");
	sim_frame(s, "threading.py(337): wait");
	sim_frame(s, "<method 'acquire' of '_thread.lock' objects>");
	sim_idle(s, wait + sim_jitter(s, 0, wait / 20));
	for (int i = 0; i < 5; i++)
		sim_end(s);
	sim_end(s);
	sim_end(s);
	copy_to_device(s, 4100);
	copy_to_device(s, 4080);
}

static void
backward(struct model *model)
{
	struct sim *s = model->s;

	sim_frame(s, "torch/_tensor.py(627): backward");
	sim_frame(s, "torch/autograd/__init__.py(347): backward");
	OP(s, "aten::ones_like", (struct arg){.type = BF16, .concrete = ""}, absent(), absent(),
		absent(), absent(), absent());
	LEAF(s, "aten::empty_like", (struct arg){.type = BF16, .concrete = ""}, absent(), absent(),
		absent(), absent(), absent());
	OP(s, "aten::fill_", (struct arg){.type = BF16, .concrete = ""}, scalar("1."));
	sim_launch(s, FILL_ONE, 1500, 1);
	sim_end(s);
	sim_end(s);
	sim_frame(s, "torch/autograd/graph.py(824): _engine_run_backward");
	sim_frame(s,
		"<built-in method run_backward of torch._C._EngineBase object at 0x7f31c57d0cf0>");
	s->clock[BACKWARD_THREAD] = s->clock[MAIN_THREAD] + sim_jitter(s, 24000, 38000);
	s->thread = BACKWARD_THREAD;
	model_backward(model);
	s->thread = MAIN_THREAD;
	s->clock[MAIN_THREAD] = s->clock[BACKWARD_THREAD] + sim_jitter(s, 12000, 21000);
	sim_order(s, COMM_STREAM, COMPUTE_STREAM);
	for (int i = 0; i < 4; i++)
		sim_end(s);
}

/* Launches over the lists of parameters that the foreach ops take: 4 lists of equal bytes. */
static void
list_op(struct sim *s, const char *name, enum kernel kernel, int64_t bytes)
{
	sim_op_text(s, name,
		"\"Concrete Inputs\": [\"\"], \"Input type\": [\"TensorList\"], "
		"\"Input Strides\": [[[1024, 1], [1024, 1], [1024, 1], [1]]], "
		"\"Input Dims\": [[[32000, 1024], [3072, 1024], [1024, 1024], [1024]]]");
	for (int i = 0; i < 4; i++)
		sim_launch(s, kernel, cost_pass(bytes / 4), 320);
	sim_end(s);
}

static void
small_op(struct sim *s, const char *name, enum kernel kernel, int64_t ns)
{
	OP(s, name, tensor1(BF16, 1), scalar("1."));
	sim_launch(s, kernel, ns, 1);
	sim_end(s);
}

static void
clip_gradients(struct sim *s)
{
	int64_t bytes = model_parameters() * 2;

	sim_frame(s, "torch/nn/utils/clip_grad.py(178): clip_grad_norm_");
	sim_frame(s, "torch/nn/utils/clip_grad.py(58): _get_total_norm");
	list_op(s, "aten::_foreach_norm", NORM_LIST, bytes);
	small_op(s, "aten::stack", CAT, 2100);
	small_op(s, "aten::linalg_vector_norm", NORM_ALL, 2900);
	sim_end(s);
	sim_frame(s, "torch/nn/utils/clip_grad.py(127): _clip_grads_with_norm_");
	small_op(s, "aten::reciprocal", RECIPROCAL, 1400);
	small_op(s, "aten::mul", MULTIPLY_FLOAT, 1400);
	small_op(s, "aten::clamp", CLAMP, 1500);
	list_op(s, "aten::_foreach_mul_", SCALE_LIST, 2 * bytes);
	sim_end(s);
	sim_end(s);
}

static void
optimiser_step(struct sim *s)
{
	int64_t bytes = model_parameters() * 2;

	sim_frame(s, "torch/optim/lr_scheduler.py(133): wrapper");
	sim_frame(s, "torch/optim/optimizer.py(490): wrapper");
	sim_annotation(s, "Optimizer.step#AdamW.step");
	sim_frame(s, "torch/optim/adam.py(213): step");
	sim_frame(s, "torch/optim/adam.py(772): _fused_adam");
	list_op(s, "aten::_foreach_add_", SCALE_LIST, 4096);
	list_op(s, "aten::_fused_adamw_", ADAM, 7 * bytes);
	for (int i = 0; i < 5; i++)
		sim_end(s);
}

/* Reading the loss waits for the GPU. */
static void
read_loss(struct sim *s)
{
	struct arg loss = {.type = BF16, .concrete = ""};

	sim_frame(s, "<built-in method item of Tensor object at 0x7f2a4c1d97c0>");
	OP(s, "aten::item", loss);
	OP(s, "aten::_local_scalar_dense", loss);
	sim_copy(s, "DtoH (Device -> Pinned)", 2, 1650);
	sim_wait(s, "cudaStreamSynchronize", 131, COMPUTE_STREAM);
	sim_end(s);
	sim_end(s);
	sim_end(s);
}

static void
write_log(struct sim *s)
{
	sim_frame(s, "train.py(97): log_step");
	sim_frame(s, "<built-in function print>");
	sim_idle(s, 46000 + sim_jitter(s, 0, 9000));
	sim_end(s);
	sim_frame(s, "json/__init__.py(183): dumps");
	sim_frame(s, "json/encoder.py(183): encode");
	sim_idle(s, 210000 + sim_jitter(s, 0, 30000));
	sim_end(s);
	sim_end(s);
	sim_end(s);
}

static void
train_step(struct model *model, int64_t wait)
{
	struct sim *s = model->s;

	load_batch(s, wait);
	sim_frame(s, "train.py(104): train_step");
	sim_frame(s, "torch/optim/optimizer.py(978): zero_grad");
	sim_annotation(s, "Optimizer.zero_grad#AdamW.zero_grad");
	call_leaf(s, "torch/utils/_foreach_utils.py(44): _has_foreach_support");
	sim_end(s);
	sim_end(s);
	model_forward(model);
	model_loss(model);
	backward(model);
	clip_gradients(s);
	optimiser_step(s);
	read_loss(s);
	sim_end(s);
	write_log(s);
}

static void
enter(struct sim *s)
{
	sim_frame(s, "train.py(151): <module>");
	sim_frame(s, "train.py(118): main");
	/* Buffers are the same on all ranks: one broadcast before the first step. */
	sim_frame(s, "torch/distributed/distributed_c10d.py(2777): broadcast");
	model_collective(s, "broadcast", 1024, 9500);
	sim_end(s);
}

void
train_run(struct sim *s, int steps, int odd)
{
	static struct model model;

	model.s = s;
	enter(s);
	for (int i = 0; i < steps && !s->failed; i++) {
		model.late_peers = i == odd;
		sim_annotation(s, sim_printf(s, "ProfilerStep#%d", FIRST_STEP + i));
		train_step(&model, i == odd ? 6800000 : 240000);
		sim_end(s);
		sim_frame(s, "torch/profiler/profiler.py(887): step");
		call_leaf(s, "torch/profiler/profiler.py(910): _transit_action");
		sim_end(s);
	}
	sim_frame(s, "torch/cuda/__init__.py(1096): synchronize");
	sim_frame(s, "<built-in function _cuda_synchronize>");
	sim_wait(s, "cudaDeviceSynchronize", 165, SIM_STREAMS);
	for (int i = 0; i < 4; i++)
		sim_end(s);
}
